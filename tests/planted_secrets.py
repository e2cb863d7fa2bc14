"""Secrets as people leave them in text: every kind in many spellings, made from a seed.

A form is a line of text and the parts of it that must not be published. Names are put together out
of syllables, so that none is a word elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_SYLLABLES = ("bra", "cor", "dul", "fen", "gim", "hox", "jar", "kel", "lum", "nov", "pyx", "quo",
              "rid", "sil", "tov", "ulm", "vex", "wyr", "zam")  # fmt: skip
_DOMAINS = ("net", "com", "io", "de", "internal", "local", "lan", "corp")


@dataclass(frozen=True, slots=True)
class Planted:
    """A line, the secrets it holds, and the name of the spelling."""

    spelling: str
    line: str
    secrets: tuple[str, ...]


class Maker:
    """Draws secrets: each call is another one."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def word(self, syllables: int = 3) -> str:
        return "".join(self.random.choice(_SYLLABLES) for _ in range(syllables))

    def password(self) -> str:
        signs = self.random.choice(("", "!", "+", "_", "%", "#", "^", "=", "."))
        return f"{self.word().title()}{self.random.randrange(10, 9999)}{signs}{self.word(1)}"

    def user(self) -> str:
        return self.random.choice(
            (self.word(), f"{self.word(2)}.{self.word(2)}",
            f"{self.word(2)}{self.random.randrange(9)}",
             f"{self.word(2)}_{self.word(1)}", f"{self.word(2)}-adm")
        )  # fmt: skip

    def host(self) -> str:
        number = self.random.randrange(1, 99)
        short = self.random.choice(
            (f"db{number:02}", f"{self.word(2)}{number}", f"{self.word(2)}-db-{number}")
        )
        long = f"{short}.{self.word(2)}.{self.random.choice(_DOMAINS)}"
        cloud = f"ip-10-{number}-{number + 3}-7.eu-west-1.compute.internal"
        rds = f"{self.word(2)}.c{self.word(2)}.eu-west-1.rds.amazonaws.com"
        return self.random.choice((short, short, long, cloud, rds))

    def short(self) -> str:
        return f"{self.word(2)}{self.random.randrange(1, 99)}"

    def v4(self) -> str:
        first = self.random.choice(("10", "192.168", "172.16", "91.250", "203.7", "35.180"))
        rest = 4 - len(first.split("."))
        return ".".join([first, *(str(self.random.randrange(13, 250)) for _ in range(rest))])

    def v6(self) -> str:
        pairs = ":".join(f"{self.random.randrange(4096, 65535):x}" for _ in range(3))
        return self.random.choice(
            (f"fe80::{pairs}", f"2a01:4f8:{pairs}::1", f"fd00:{pairs}:1:2:3:4")
        )

    def mac(self) -> str:
        sign = self.random.choice(":-")
        pairs = sign.join(f"{self.random.randrange(16, 256):02x}" for _ in range(5))
        return pairs + f"{sign}a{self.random.randrange(10)}"

    def token(self) -> str:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
        some = "".join(self.random.choice(letters) for _ in range(40))
        return self.random.choice(
            (f"AKIA{some[:16]}", f"ASIA{some[:16]}", f"ghp_{some[:36]}",
            f"github_pat_{some[:30]}_{some[:20]}",
             f"glpat-{some[:20]}", f"xoxb-{some[:12]}-{some[12:30]}", f"AIza{some[:35]}",
             f"npm_{some[:36]}",
             f"sk-proj-{some[:30]}", f"hf_{some[:34]}",
             f"eyJhbGciOi{some[:10]}.eyJ{some[:20]}.{some[:30]}")
        )  # fmt: skip

    def base64(self) -> str:
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        return "9" + "".join(self.random.choice(letters) for _ in range(39))


_PASSWORDS = {
    f"{name}{sign}{quote}": f"sysbench oltp_read_only {name}{sign}{quote}{{}}{quote} --threads=1 "
                            f"--time=10 run"
    for name in ("--mysql-password", "--pgsql-password", "--oracle-password", "--password",
    "--db-password",
                 "--mysql_password", "--MYSQL-PASSWORD")
    for sign in ("=", " ")
    for quote in ("", "'", '"')
} | {
    form: form
    for form in (
        "password={}", "password = {}", "password: {}", "Password:{}", '"password": "{}"',
        "'password' => '{}'",
        "password='{}'", "mysql-password={}", "MYSQL_PWD={}", "export MYSQL_PWD='{}'",
        "PGPASSWORD={} psql -c x",
        "DB_PASSWORD={}", "DB_PASS={}", "MYSQL_ROOT_PASSWORD={}", "dbpassword={}", "pass = '{}'",
        "pass: \"{}\"",
        "passwd={}", "passwd: {}", "passphrase: {}", "pwd={};", "Pwd={};Database=sbtest",
        "mysql -uroot -p{} -e 'select 1'", "mysql -p{} sbtest", "mysqladmin -u root -p'{}' ping",
        'mariadb -u root -p"{}"', "mysqldump --single-transaction -p{} sbtest", "mysqlsh -p{}",
        "mycli -p{}",
        "xtrabackup --backup --password={}", "sshpass -p {} ssh x", "sshpass -p'{}' scp a b",
        "curl -u root:{} x",
        "mysql://root:{}@localhost/sbtest", "postgresql://postgres:{}@localhost:5432/x",
        "redis://:{}@localhost",
        "jdbc:mysql://localhost:3306/sbtest?user=root&password={}&useSSL=false",
        "root:{}@tcp(localhost:3306)/sbtest",
        "root:{}@unix(/tmp/mysql.sock)/sbtest", "h=localhost,u=root,p={},D=sbtest",
        "CREATE USER 'sbtest'@'%' IDENTIFIED BY '{}'",
        "identified with mysql_native_password by '{}'",
        "IDENTIFIED BY PASSWORD '{}'", "IDENTIFIED VIA mysql_native_password USING '{}'",
        "IDENTIFIED WITH caching_sha2_password AS '{}'", "SET PASSWORD FOR root = PASSWORD('{}')",
        "SET PASSWORD = '{}'", "CHANGE MASTER TO MASTER_PASSWORD='{}'", "SOURCE_PASSWORD = '{}',",
        "A temporary password is generated for root@localhost: {}", "the password is {}",
        "password was '{}'",
        "machine localhost login root password {}", "<password>{}</password>",
        "localhost:5432:sbtest:root:{}",
        "mysql_password = \"{}\" -- in a script", "report_password\t{}\n",
        "| wsrep_sst_auth | root:{} |",
        "master_password={}",
    )
}  # fmt: skip
_USERS = {
    f"{name}{sign}{quote}": f"sysbench oltp_read_only {name}{sign}{quote}{{}}{quote} --threads=1 "
                            f"--time=10 run"
    for name in ("--mysql-user", "--pgsql-user", "--oracle-user", "--user", "--db-user",
    "--mysql_user")
    for sign in ("=", " ")
    for quote in ("", "'", '"')
} | {
    form: form
    for form in (
        "user={}", "user = {}", "user: {}", '"user": "{}"', "'username' => '{}'", "USER={}",
        "LOGNAME={}",
        "DB_USER={}", "MYSQL_USER={}", "PGUSER={}", "SUDO_USER={}", "username={}",
        "mysql -u{} sbtest", "mysql -u {} sbtest",
        "mysqladmin -u '{}' ping", "psql -U {} sbtest", "GRANT ALL ON *.* TO '{}'@'localhost'",
        "Access denied for user '{}'@'localhost' (using password: YES)",
        "ERROR 1045: Access denied for user '{}'",
        'FATAL: password authentication failed for user "{}"', 'role "{}" does not exist',
        "{}@localhost",
        "[{}@localhost ~]$ sysbench --version", "{}@localhost:~$ sysbench --version",
        "ssh {}@localhost uptime",
        "scp out.txt {}@localhost:/tmp", "mysql://{}@localhost/sbtest",
        "mysql://{}:x@localhost/sbtest",
        "jdbc:mysql://localhost/sbtest?user={}&password=x", "{}:x@tcp(localhost:3306)/sbtest",
        "h=localhost,u={},p=x", "u={},h=localhost", "Server=localhost;Uid={};Pwd=x;",
        "CREATE USER {}@localhost",
        "/home/{}", "/home/{}/sysbench/run.sh", "/Users/{}/bench", "datadir = /home/{}/data",
        "C:\\Users\\{}\\bench",
        "sysbench /home/{}/lua/oltp.lua --mysql-socket=/run/mysql.sock run",
        "cd /export/home/{}/x", "report_user\t{}\n",
        "machine localhost login {} password x",
    )
}  # fmt: skip
_HOSTS = {
    f"{name}{sign}{quote}": f"sysbench oltp_read_only {name}{sign}{quote}{{}}{quote} --threads=1 "
                            f"--time=10 run"
    for name in ("--mysql-host", "--pgsql-host", "--host", "--db-host", "--redis-host",
    "--mysql_host")
    for sign in ("=", " ")
    for quote in ("", "'", '"')
} | {
    form: form
    for form in (
        "host={}", "host = {}", "host: {}", '"host": "{}"', "'host' => '{}'", "hostname: {}",
        "Hostname | {}",
        "hostname\t{}\n", "report_host = {}", "report-host={}", "HOSTNAME={}", "MYSQL_HOST={}",
        "DB_HOST={}", "PGHOST={}",
        "mysql -h{} sbtest", "mysql -h {} sbtest", "mysql --host={} sbtest", "psql -h {} sbtest",
        "mysqladmin -h {} ping",
        "sysbench --mysql-host=localhost,{} --time=10 run",
        "root@{}:~$ sysbench --version", "[root@{} ~]# sysbench --version", "ssh root@{} uptime",
        "ssh {} uptime",
        "scp out.txt root@{}:/tmp", "mysql://root@{}/sbtest", "mysql://{}:3306/sbtest",
        "jdbc:mysql://{}:3306/sbtest",
        "jdbc:mariadb://localhost,{}:3306/sbtest", "jdbc:mysql:loadbalance://{}/sbtest",
        "postgresql://root:x@{}:5432/x",
        "root:x@tcp({}:3306)/sbtest", "h={},u=root,p=x", "u=root,h={}", "Server={};Uid=root;Pwd=x;",
        "FATAL: Can't connect to MySQL server on '{}' (111)", "Unknown MySQL server host '{}' (-2)",
        "Can't connect to server on '{}' (115)",
        "Host '{}' is not allowed to connect to this MySQL server",
        "Host '{}' is blocked because of many connection errors",
        'could not translate host name "{}" to address',
        'connection to server at "{}", port 5432 failed',
        "Access denied for user 'root'@'{}' (using password: YES)",
        "GRANT ALL ON *.* TO 'root'@'{}'", "Linux {} 6.1.0-21-amd64 #1 SMP x86_64 GNU/Linux",
        "Linux 6.1.0-21-amd64 ({}) \t11/23/2026 \t_x86_64_\t(8 CPU)",
        "Nov 23 10:12:13 {} mysqld[812]: ready",
        "2026-11-23T10:12:13.123456+00:00 {} kernel: x", "Static hostname: {}",
        "Connection:\t\t{} via TCP/IP",
        "machine {} login root password x",
    )
} | {
    f"variable {name}": f"{name}\t/var/lib/mysql/{{}}{ending}\n"
    for name, ending in (
        ("pid_file", ".pid"), ("general_log_file", ".log"), ("slow_query_log_file", "-slow.log"),
        ("log_error", ".err"),
        ("relay_log", "-relay-bin"), ("relay_log_basename", "-relay-bin"), ("relay_log_index",
        "-relay-bin.index"),
        ("log_bin_basename", "-bin"), ("log_bin_index", "-bin.index"),
    )
} | {
    f"option {name}": f"{name} = {{}}{ending}"
    for name, ending in (("pid-file", ".pid"), ("log-error", ".err"), ("relay-log", "-relay-bin"),
                         ("general-log-file", ".log"), ("log-bin", "-bin"))
}  # fmt: skip
_ADDRESSES = (
    "--mysql-host={}", "--mysql-host {}", "--pgsql-host='{}'", "host={}:3306",
    "bind_address\t{}\n", "inet {}/24 brd",
    "connected to {}", "server {} is up", "http://{}:8080/x", "mysql://root@{}:3306/x", "{}",
    "at {}.", "({})", "ssh root@{}",
    "from {} to localhost", "nameserver {}", "wsrep_cluster_address\tgcomm://{}\n",
    "jdbc:mysql://{}:3306/sbtest",
    "'root'@'{}'", "tcp 0 0 {}:3306", "PING {} 56 bytes", "<{}>", "[{}]", "ip={}", "x,{},y",
    "x={};", '"{}"',
)  # fmt: skip
_MACS = ("link/ether {} brd ff:ff:ff:ff:ff:ff", "HWaddr {}", "mac: {}", "{}", "eth0={}")
_MAILS = (
    "{}",
    "<{}>",
    "mail {} please",
    "mailto:{}",
    "Author wrote: {}",
    "email={}",
    "'{}'",
    "git config user.email {}",
)
_TOKEN_FORMS = (
    "{}",
    "token={}",
    "Authorization: Bearer {}",
    "key: {}",
    "export X='{}'",
    "curl -H 'x: {}'",
    "git clone https://{}@localhost/x",
)
_SECRET_FORMS = (
    "aws_secret_access_key = {}", "AWS_SECRET_ACCESS_KEY={}", '"SecretAccessKey": "{}"',
    "api_key={}", "api-key: {}",
    "client_secret={}", "X-Api-Key: {}", "Authorization: Basic {}", "aws_session_token={}",
    "secret: '{}'",
    "AccountKey={};", "?X-Amz-Signature={}", "auth_token = \"{}\"", "ssh-rsa AAAAB3NzaC1yc2E{} x",
    "ssh-ed25519 AAAAC3Nz{}",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n-----END OPENSSH PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n{}\n-----END RSA PRIVATE KEY-----",
)  # fmt: skip


def spellings() -> list[tuple[str, str, Callable[[Maker], str]]]:
    """(name, line with `{}` for the secret, what draws one) for every spelling of every kind."""
    mail: Callable[[Maker], str] = lambda m: f"{m.user()}@{m.word(2)}.{m.word(1)}.com"  # noqa: E731
    return [
        *((f"password {n}", form, Maker.password) for n, form in _PASSWORDS.items()),
        *((f"user {n}", form, Maker.user) for n, form in _USERS.items()),
        *((f"host {n}", form, Maker.host) for n, form in _HOSTS.items()),
        *((f"v4 {form}", form, Maker.v4) for form in _ADDRESSES),
        *(
            (f"v6 {form}", form, Maker.v6)
            for form in _ADDRESSES
            if not any(part in form for part in ("gcomm", "/", "}:"))
        ),
        *((f"mac {form}", form, Maker.mac) for form in _MACS),
        *((f"mail {form}", form, mail) for form in _MAILS),
        *((f"token {form}", form, Maker.token) for form in _TOKEN_FORMS),
        *((f"secret {form}", form, Maker.base64) for form in _SECRET_FORMS),
    ]


def planted(count: int, seed: int) -> Iterator[Planted]:
    """That many forms, every spelling before any comes again."""
    maker, known = Maker(seed), spellings()
    for number in range(count):
        if number % len(known) == 0:
            maker.random.shuffle(known)
        name, form, draw = known[number % len(known)]
        secret = draw(maker)
        yield Planted(name, form.replace("{}", secret), (secret,))
