/* What every page of the hall loads first. */

import "./hall/base.js";
