"""What sources give away without a word `hostname`."""

import pytest

from sysbench_archive.redaction.redactor import Redactor


@pytest.mark.parametrize("host", ["db01", "ip-10-0-12-7", "dbhost", "vm"])
def test_a_dump_without_the_hostname_gives_no_name_away(host: str) -> None:
    dump = {"general_log_file": f"{host}.log", "pid_file": f"/data/{host}.internal.example.pid"}
    redactor = Redactor()
    redactor.know_hosts(dump)
    assert redactor.clean_all(dump) == {
        "general_log_file": "<host-1>.log",
        "pid_file": "/data/<host-1>.pid",
    }
    log = f"relay_log = {host}-relay-bin\n--log-error=/x/{host}.err --threads=1\n"
    assert (
        redactor.clean(log)
        == "relay_log = <host-1>-relay-bin\n--log-error=/x/<host-1>.err --threads=1\n"
    )
    assert redactor.count == 4


def test_a_name_that_is_a_word_elsewhere_goes_only_where_a_variable_states_it() -> None:
    redactor = Redactor()
    redactor.know_hosts({"general_log_file": "vm.log"})
    assert redactor.clean("a vm with vm.max_map_count") == "a vm with vm.max_map_count"
    assert redactor.clean("pid_file\tvm.pid") == "pid_file\t<host-1>.pid"
