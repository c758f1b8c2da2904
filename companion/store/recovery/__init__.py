"""Detect damage to saved data and recover from it (README.md). Import only from here."""

from companion.store.recovery.backup_files import Backup
from companion.store.recovery.backup_schedule import BackupSchedule
from companion.store.recovery.backups import Backups
from companion.store.recovery.salvage import DamageReport
from companion.store.recovery.start import recover
from companion.store.recovery.upkeep import Upkeep

__all__ = ["Backup", "BackupSchedule", "Backups", "DamageReport", "Upkeep", "recover"]
