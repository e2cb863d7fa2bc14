"""A reader's own machine on the page for exploring: chosen or pasted, kept here, never sent."""

from __future__ import annotations

import json
import re

from exploring import HOSTILE, SHOWN, ready
from playwright.sync_api import expect
from reader import Visit
from served import Served

LSCPU = """CPU(s):              4
Model name:          Intel(R) Xeon(R) Platinum 8175M CPU @ 2.50GHz
Thread(s) per core:  2
Core(s) per socket:  2
Socket(s):           1
Hypervisor vendor:   KVM
"""


def test_a_machine_from_the_list_sorts_by_nearness_and_is_remembered(explore: Visit) -> None:
    page = explore.page
    choice = page.get_by_label("A class on file")
    value = choice.locator("option").nth(1).get_attribute("value")
    choice.select_option(value)
    expect(page.locator(".machine-said")).to_contain_text("Yours:")
    near = page.locator(".series .near")
    assert near.first.inner_text() == "A machine of the same class as yours"
    assert near.count() == SHOWN
    page.reload()
    ready(explore)
    assert choice.input_value() == value
    assert page.get_by_label("Sort").input_value() == "near"
    page.get_by_role("button", name="Forget").click()
    expect(near).to_have_count(0)
    assert page.evaluate("localStorage.length") == 0
    page.reload()
    ready(explore)
    assert choice.input_value() == ""


def test_pasted_lscpu_is_read_here_and_never_sent(explore: Visit, archive: Served) -> None:
    """What the list still loads is everything, whatever the text says."""
    page = explore.page
    index = json.loads((archive.site.public / "explore" / "index.json").read_bytes())
    pieces = [archive.address + piece["path"] for piece in index["pieces"]]
    before = len(explore.requests)
    page.get_by_text("Or paste what lscpu prints").click()
    page.get_by_label("Output of lscpu").fill(LSCPU)
    page.get_by_role("button", name="Use this machine").click()
    words = "Yours: Skylake, virtual machine, 2 cores."
    expect(page.locator(".machine-said")).to_contain_text(words)
    expect(page.locator(".series .near").first).to_contain_text(re.compile(r"\w"))
    assert sorted(explore.requests[before:]) == sorted(pieces[1:])
    assert "Platinum" not in page.evaluate("JSON.stringify(localStorage)"), "only what it needs"
    assert page.get_by_label("Output of lscpu").input_value() == ""


def test_pasted_text_that_is_no_machine_is_refused_in_a_sentence(explore: Visit) -> None:
    page = explore.page
    page.get_by_text("Or paste what lscpu prints").click()
    page.get_by_label("Output of lscpu").fill(f"Model name: {HOSTILE}")
    page.get_by_role("button", name="Use this machine").click()
    expect(page.locator(".machine-said")).to_contain_text("does not look like")
    assert page.evaluate("localStorage.length") == 0
    assert page.locator("main img").count() == 0
    assert explore.dialogs == []
