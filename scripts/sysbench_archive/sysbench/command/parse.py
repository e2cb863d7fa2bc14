"""Turns pasted text into a ``Command``: test, verb, options, one value each, and passwords found.

It never fails: whatever is odd becomes an issue, whatever is foreign stays in ``unknown``. The
generation is told by syntax alone (how the test is named, spellings one generation invented),
never guessed. No issue and no value repeats a password.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from sysbench_archive.sysbench.command.invocation import (
    find_invocation,
    is_hidden,
    is_option,
    straighten,
)
from sysbench_archive.sysbench.command.model import Command, Generation, Parameter
from sysbench_archive.sysbench.command.options import (
    DEPRECATED,
    KINDS,
    ONLY,
    accepts,
    canonical_name,
    is_exposed,
    is_secret,
    is_variable,
    read_value,
    spelling,
)
from sysbench_archive.sysbench.command.workloads import (
    BUILTIN_TESTS,
    MIXED,
    MODERN_TESTS,
    VERBS,
    base_name,
    canonical_test,
    is_script,
)


def generation_of(
    positional: str | None, tests: Sequence[str], spelled: AbstractSet[str]
) -> Generation | None:
    """Give the generation that the syntax betrays, ``None`` when it does not.

    ``positional`` is a test named without an option, ``tests`` the values of
    ``--test``, ``spelled`` the option names as typed, in snake case.
    """
    typed = tests[-1] if tests else ""
    name = base_name(typed)
    if positional is not None or spelled & ONLY["1.0"] or name in MODERN_TESTS:
        return "1.0"
    if is_script(typed):
        return "0.5"
    if spelled & ONLY["0.5"] and (name == MIXED or not spelled & ONLY["0.4"]):
        return "0.5"
    return "0.4" if name == MIXED or spelled & ONLY["0.4"] else None


def exposed_passwords(words: Sequence[str]) -> tuple[str, ...]:
    """Name, in order and once, what is set to a real password in ``words``."""
    pairs = pairwise([*map(straighten, words), "--"])
    return tuple(dict.fromkeys(name for pair in pairs if (name := _exposing(*pair))))


def _exposing(word: str, following: str) -> str | None:
    """Give the name that ``word`` sets to a password, in itself or in the next word."""
    name, equals, value = word.partition("=")
    if not is_secret(name) or not (equals or is_option(name)):
        return None
    apart = not equals and not following.startswith("--")
    return name if is_exposed(value if equals else following if apart else "") else None


@dataclass(slots=True)
class _Draft:
    """What has been read so far; private to one call."""

    parameters: dict[str, Parameter] = field(default_factory=dict)
    spelled: set[str] = field(default_factory=set)
    tests: list[str] = field(default_factory=list)
    positionals: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    issues: list[str] = field(default_factory=list)
    verb: str | None = None
    hidden: bool = False


@lru_cache(1000)
def parse_command(text: str) -> Command:
    """Parse the first sysbench invocation in ``text``; never raises on any text.

    Remembered: several rules and records ask for the same few commands of a bundle.
    """
    invocation = find_invocation(text)
    draft = _Draft(issues=list(invocation.issues), hidden=is_hidden(invocation))
    _read_words(list(invocation.arguments), draft)
    positional = _read_positionals(draft)
    typed = _choose_test(positional, draft)
    generation = generation_of(positional, draft.tests[-1:], draft.spelled)
    _refuse_early_flags(generation, draft)
    return Command(
        text=text,
        generation=generation,
        test=canonical_test(typed, draft.parameters) if typed else None,
        script=typed if typed and is_script(typed) else None,
        verb=draft.verb,
        parameters=draft.parameters,
        unknown=tuple(draft.unknown),
        issues=tuple(dict.fromkeys(draft.issues)),
        secrets=exposed_passwords(invocation.words),
        hides_arguments=draft.hidden or "config_file" in draft.parameters,
    )


def _read_words(words: list[str], draft: _Draft) -> None:
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        if not word.startswith("--"):
            draft.positionals.append(word)
            continue
        option, equals, raw = word.partition("=")
        separate = None if equals else _separate_value(option, words[index : index + 1])
        if separate is not None:
            index += 1
            draft.issues.append(f"{option} is set apart from its value; sysbench needs {option}=…")
        _read_option(option, raw if equals else separate, draft)


def _separate_value(option: str, following: list[str]) -> str | None:
    """Give the next word when it can only be this option's value."""
    name = "test_mode" if option == "--test" else canonical_name(option)
    if name is None or not following or is_option(following[0]) or following[0] in VERBS:
        return None
    return following[0] if option == "--test" or accepts(name, following[0]) else None


def _read_option(option: str, raw: str | None, draft: _Draft) -> None:
    name = canonical_name(option)
    if option == "--test" and raw:
        draft.tests.append(raw)
    elif option in {"--help", "--version"}:
        draft.verb = spelling(option)
    elif name is None:
        draft.unknown.append(_as_typed(option, "" if raw and is_secret(option) else raw))
    else:
        draft.spelled.add(spelling(option))
        _keep(_parameter(name, option, raw, draft), draft)


def _parameter(name: str, option: str, raw: str | None, draft: _Draft) -> Parameter:
    if is_secret(name):
        return Parameter(name, option, None, None)
    value, reason = read_value(name, raw)
    if reason is not None:
        draft.issues.append(f"{_as_typed(option, raw)}: {reason}")
    return Parameter(name, option, value, raw)


def _as_typed(option: str, raw: str | None) -> str:
    return option if raw is None else f"{option}={raw}"


def _keep(new: Parameter, draft: _Draft) -> None:
    """Keep one of two settings as sysbench does: the last, but see DEPRECATED."""
    old = draft.parameters.get(new.name)
    winner = new if old is None else _winner(old, new)
    draft.parameters[new.name] = winner
    if old is not None and (old.value, old.raw) != (new.value, new.raw):
        pair = f"{_as_typed(old.original, old.raw)} and {_as_typed(new.original, new.raw)}"
        draft.issues.append(f"{new.name} is set twice: {pair}; the effective one is kept")
    elif old is not None and spelling(old.original) != spelling(new.original):
        draft.issues.append(f"{new.name} is set under two names, {old.original} and {new.original}")


def _winner(old: Parameter, new: Parameter) -> Parameter:
    if spelling(old.original) == spelling(new.original):
        return new
    deprecated, threshold = DEPRECATED.get(new.name, ("", 0))
    for one, other in ((old, new), (new, old)):
        if spelling(one.original) == deprecated:
            wins = not isinstance(one.value, int) or one.value > threshold
            return one if wins else other
    return new


def _read_positionals(draft: _Draft) -> str | None:
    """Take the first verb and the first other word; give the latter, the test."""
    test = None
    for word in draft.positionals:
        if word in VERBS and draft.verb is None:
            draft.verb = word
        elif is_variable(word):
            draft.hidden = True
            draft.issues.append(f"{word} stands for arguments that the text does not show")
        elif word not in VERBS and test is None and not draft.tests:
            test = word
        else:
            draft.unknown.append(word)
    return test


def _choose_test(positional: str | None, draft: _Draft) -> str | None:
    names = set(draft.tests)
    known = (*MODERN_TESTS, *BUILTIN_TESTS)
    stray = next((w for w in draft.unknown if w.endswith(".lua") or w in known), None)
    if stray is not None:
        names |= {name for name in (stray, positional) if name}
    if len(names) > 1:
        draft.issues.append(f"more than one test is named: {', '.join(sorted(names))}")
    return draft.tests[-1] if draft.tests else positional


def _refuse_early_flags(generation: Generation | None, draft: _Draft) -> None:
    """Before 1.0 any flag value but ``on`` counted as off, or as on, by place."""
    if generation not in {"0.4", "0.5"}:
        return
    for name, parameter in draft.parameters.items():
        flag = KINDS[name] == "bool" or name == "mysql_ssl"
        odd = parameter.raw is not None and parameter.raw not in {"on", "off"}
        if flag and odd and parameter.value is not None:
            typed = _as_typed(parameter.original, parameter.raw)
            draft.parameters[name] = replace(parameter, value=None)
            draft.issues.append(f"{typed}: before 1.0 sysbench takes on or off only")
