"""A sample setting: a value two results chose, a default, and what one of them measured."""

from __future__ import annotations

from sysbench_archive.model.comparison import StripEntry
from sysbench_archive.model.setting import (
    SettingDefault,
    SettingList,
    SettingMeasured,
    SettingMeasuredRow,
    SettingPage,
    SettingResult,
    UsedValue,
)

from .shared import Text


def settings(text: Text) -> SettingList:
    """The record of pages of settings."""
    result = SettingResult(
        title=text("A result"), path="/results/2026-01-sample/", servers=text("MySQL")
    )
    entry = StripEntry(
        threads=4, role="cores", direction="faster", text="+20 %", ratio=1.2, low=1.1, high=1.3
    )
    row = SettingMeasuredRow(
        workload=text("OLTP"),
        path="/results/2026-01-sample/",
        value=text("0"),
        status="measured",
        strip=[entry],
    )
    page = SettingPage(
        variable="sync_binlog",
        path="/settings/sync_binlog/",
        title=text("Flush of the binary log"),
        about="At 1 every commit waits.",
        source="https://dev.mysql.com/doc/",
        finding=text("0 was 20 % faster than 1."),
        effect=0.18,
        results=1,
        defaults=[SettingDefault(product="MySQL", since="5.7.7", value="1")],
        measured=[
            SettingMeasured(
                title=text("A result"),
                setup=text("MySQL 8.0.36"),
                baseline=text("1"),
                rows=[row] * 12,
                others=[result] * 5,
            )
        ],
        values=[UsedValue(value=text("1"), id="value-1", chosen=[result], default=[result])],
    )
    return SettingList(settings=[page])
