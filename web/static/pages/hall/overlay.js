/* A table for streaming: a card on a transparent page, for OBS and its like. */

import { h } from "../../lib/dom.js";
import { start } from "./base.js";
import { tableCard } from "./cards.js";

const name = document.body.dataset.table;

start(({ now }) => (now.tables.length ? tableCard(now.tables[0]) : h("p", { key: "none" })), `table=${encodeURIComponent(name)}`);
