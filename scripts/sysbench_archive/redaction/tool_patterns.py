"""What private things look like in what stands around a server: tools, logs, configuration.

The same kind of table as `redaction.patterns`: proxies, clusters, orchestration, containers,
clouds, programs that connect, logs of systems and of servers, folders of people.
"""

from __future__ import annotations

from sysbench_archive.redaction.patterns import Pattern
from sysbench_archive.redaction.public import Kind


def _row(kind: Kind, marks: str, expression: str, *, exact: bool = False) -> Pattern:
    """A row; `marks` are words with a bar between them."""
    return Pattern(kind, tuple(marks.split("|")), expression, exact)


_USER = r"(?P<value>[A-Za-z_][A-Za-z0-9._-]{0,63})"
_DOTTED = r"(?P<value>[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){1,8})"
_NAME = r"(?P<value>(?=[A-Za-z0-9.-]{0,60}[A-Za-z])[A-Za-z0-9][A-Za-z0-9_.-]{0,252})"
_QUOTED = r"(?P<value>'[^'\n]{1,200}'|\"[^\"\n]{1,200}\")"
_WORD = r"(?P<value>'[^'\n]{1,200}'|\"[^\"\n]{1,200}\"|[^\s'\",;]{1,200})"
_MIXED = r"(?P<value>(?=\S{0,60}[0-9])(?=\S{0,60}[A-Za-z])[^\s'\",;]{6,64})"
_KNOWN = r"<host-[0-9]+>"
_PORTS = (
    r"(?:330[0-9]|3306[0-2]|4444|456[78]|603[23]|644[67]|9104|10008|2181|2379|20160|6379|5432"
    r"|151[0-9]{2})"
)
_PRIVATE = (
    r"(?:internal|local|lan|corp|intranet|intra|consul|svc|home\.arpa)(?![\w-]|\.[A-Za-z0-9])"
)
_CALLED = (
    r"\b(?:mysqli?_connect|(?:DBI->)connect|new[ ]PDO)\([ ]{0,3}[\"'][^\"'\n]{1,200}[\"'],[ ]{0,3}"
)
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

TOOL_PATTERNS: tuple[Pattern, ...] = (
    # programs that connect: mysqli_connect(host, user, password), define('DB_PASSWORD', …)
    _row("user", "connect(|pdo(", rf"(?P<name>{_CALLED}[\"']){_USER}[\"']"),
    _row("password", "connect(|pdo(", rf"(?P<name>{_CALLED}[\"'][^\"'\n]{{0,64}}[\"'],[ ]{{0,3}})"
         rf"{_QUOTED}"),
    _row("password", "define(", r"(?P<name>\bdefine\([ ]?['\"][A-Z_]{0,40}PASS(?:W(?:OR)?D)?['\"],"
         rf"[ ]{{0,3}}){_QUOTED}"),
    _row("user", "define(", r"(?P<name>\bdefine\([ ]?['\"][A-Z_]{0,40}USER(?:NAME)?['\"],[ ]{0,3}"
         rf"['\"]){_USER}"),
    _row("host", "define(", r"(?P<name>\bdefine\([ ]?['\"][A-Z_]{0,40}HOST(?:NAME)?['\"],[ ]{0,3}"
         rf"['\"]){_NAME}"),
    _row("user", "://", rf"(?P<name>\b[a-z][a-z0-9+.-]{{1,20}}://){_USER}:[^\s/@]{{1,100}}@"),
    _row("host", "://", rf"(?P<name>\b[a-z][a-z0-9+.-]{{1,20}}://(?:[^\s/@]{{0,100}}@)?)"
         rf"(?P<value>[a-z0-9][a-z0-9.-]{{0,200}}\.{_PRIVATE})"),
    _row("host", ".consul|.svc", r"(?P<name>(?<![\w./$~-]))"
         r"(?P<value>[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,6}\.(?:consul|svc))"
         r"(?![\w-]|\.[a-z0-9]|[/(=])"),
    # passwords by short names: x_pass: y, auth_pass y, PASS=y, dbPass=y, pass:y, pw=y
    _row("password", "pass: |pw: ", r"(?P<name>(?<![\w-])[A-Za-z0-9_-]{1,40}[_-](?:pass|pw)):"
         rf"[ \t]{{1,5}}{_MIXED}"),
    _row("password", "pass=|pw=", rf"(?P<name>(?:^|[\s;+'\"])(?:pass|pw)=){_WORD}"),
    _row("password", "pass=|pass:", rf"(?P<name>\b[a-z]{{1,20}}Pass[=:][ \t]?){_WORD}", exact=True),
    _row("password", "pass:", r"(?P<name>(?<![\w-])pass:)(?P<value>(?!fail)[^\s:'\"]{4,100})"),
    _row("password", "passwd |auth_pass |mysql_pass ", r"(?P<name>(?<![\w./-])(?:passwd|auth_pass"
         rf"|\w{{1,20}}_pass)[ \t]{{1,5}})(?!sha){_MIXED}"),
    _row("password", " pass | pw ", r"(?P<name>\b(?:user|login|account|root)[ \t]\S{0,64}[ \t]{0,3}"
         rf"(?:pass|pw)[ \t](?:is[ \t])?){_WORD}"),
    _row("user", " pass | pw ", rf"(?P<name>\b(?:user|login)[ \t]){_USER}[ \t](?:pass|pw)[ \t]"),
    _row("password", "password for |password of ",
         rf"(?P<name>\bpassword[ \t](?:for|of)[ \t][^\n:]{{1,60}}:[ \t]{{1,3}}){_MIXED}"),
    _row("password", "login ", rf"(?P<name>\blogin[ \t]\S{{1,64}}[ \t]/[ \t]){_MIXED}"),
    _row("user", "login ", rf"(?P<name>\blogin[ \t]){_USER}[ \t]/[ \t]\S"),
    _row("password", "p4ss|passw0rd", rf"(?P<name>\b(?:p[a4]ssw[o0]rd)[ \t](?:is|=|:)[ \t]?)"
         rf"{_WORD}"),
    _row("password", "default", r"(?P<name>\bvariable[ \t]\"\w{0,40}pass\w{0,10}\"[ \t]{0,3}\{"
         r"[ \t\n]{0,9}"
         rf"default[ \t]{{0,3}}=[ \t]{{0,3}}){_QUOTED}"),
    # clients that take a password behind a blank, or that `redaction.patterns` does not know
    _row("password", "innotop|mydumper|myloader|tpcc_|mycli|ycsb",
         r"(?P<name>\b(?:innotop|mydumper|myloader|tpcc_(?:start|load)|mycli)[ \t](?:"
         r"[^\n|;]{0,200}?"
         rf"[ \t])?-p)[ \t]{{0,5}}{_WORD}", exact=True),
    _row("password", "mariabackup|mariadb-backup",
         r"(?P<name>\b(?:mariabackup|mariadb-backup)[ \t](?:[^\n|;]{0,200}?[ \t])?-p)"
         r"(?P<value>[^\s'\"]{1,100})", exact=True),
    _row("password", "password", r"(?P<name>\bspawn[^\n]{0,200}\bsend[ \t]\")(?P<value>"
         r"[^\"\\\n]{1,100})"),
    _row("password", "echo ", r"(?P<name>\becho[ \t](?:-n[ \t])?)"
         r"(?P<value>'[^'\n]{1,100}'|\"[^\"\n]{1,100}\")(?=[ \t]{0,3}\|[ \t]{0,3}(?:mysql|mariadb)"
         r"\b[^\n]{0,100}-p(?:\s|$))"),
    _row("user", "innotop|mydumper|myloader|tpcc_", r"(?P<name>\b(?:innotop|mydumper|myloader"
         r"|tpcc_(?:start|load))[ \t](?:[^\n|;]{0,200}?[ \t])?-u)"
         rf"[ \t]{{0,5}}{_USER}", exact=True),
    _row("host", "innotop|mydumper|myloader|tpcc_", r"(?P<name>\b(?:innotop|mydumper|myloader"
         r"|tpcc_(?:start|load))[ \t](?:[^\n|;]{0,200}?[ \t])?-h)"
         rf"[ \t]{{0,5}}{_NAME}", exact=True),
    _row("host", "mysql_host ", rf"(?P<name>\bmysql_host[ \t]{{1,5}}){_NAME}(?=\s|$)"),
    _row("user", "sudo |su -", rf"(?P<name>\b(?:sudo[ \t](?:-[A-Za-z]+[ \t])?-u|su[ \t]-)[ \t])"
         rf"{_USER}"
         r"(?=\s|$)"),
    _row("user", "connect-string=", rf"(?P<name>\bconnect-string=){_USER}/"),
    _row("user", "dsn=", rf"(?P<name>\b\w{{0,20}}DSN=){_USER}/[^\s@]{{1,100}}@", exact=True),
    # SQL
    _row("password", "password '|password \"", rf"(?P<name>\bpassword[ \t]{{1,5}}){_QUOTED}"),
    _row("user", "password", r"(?P<name>\(user(?:name)?,[ ]?password[^)\n]{0,100}\)[ \t]{0,3}values"
         rf"[ \t]{{0,3}}\(['\"]){_USER}"),
    _row("password", "password", r"(?P<name>\(user(?:name)?,[ ]?password[^)\n]{0,100}\)"
         r"[ \t]{0,3}values"
         rf"[ \t]{{0,3}}\(['\"][^'\"\n]{{0,64}}['\"],[ ]{{0,3}}){_QUOTED}"),
    _row("password", "variable_value", rf"(?P<name>\bvariable_value[ ]?=[ ]?){_QUOTED}"
         r"(?=[^\n]{0,80}variable_name[ ]?=[ ]?['\"][\w-]*password)"),
    _row("user", "@'|@\"|@`", rf"(?P<name>\b(?:to|user)[ \t]{{1,5}}){_USER}@['\"`]"),
    _row("host", "@'%|@\"%|@`%|@%", rf"(?P<name>@['\"`]?%\.){_NAME}"),
    # logs of servers
    _row("user", "<host-", rf"(?P<name>(?<![\w.+/@:'\"-])){_USER}@{_KNOWN}"),
    _row("user", "user@host", rf"(?P<name>\bUser@Host:[ \t]{{0,5}}){_USER}\["),
    _row("host", "user@host", rf"(?P<name>\bUser@Host:[^\n@]{{0,200}}@[ \t]{{1,5}}){_NAME}"
         rf"[ \t]{{0,5}}\["),
    _row("user", "<host-|localhost", rf"(?P<name>\|[ \t]{{1,20}}){_USER}[ \t]{{1,40}}\|"
         rf"[ \t]{{1,20}}"
         rf"(?:{_KNOWN}|localhost)(?::[0-9]{{1,5}})?[ \t]{{1,40}}\|"),
    _row("user", "user: ", rf"(?P<name>\bUser:[ \t]{{1,10}}){_USER}[ \t]{{1,10}}Host:", exact=True),
    _row("key", "server_uuid", rf"(?P<name>\bserver_uuid[ \t|=:]{{1,40}})(?P<value>{_UUID})"),
    # clusters and proxies
    _row("host", "gcomm://", r"(?P<name>\bgcomm://)(?P<value>[^\s\"'?]{1,400})"),
    _row("host", "group_replication_", r"(?P<name>\bgroup_replication_(?:ip_(?:allow|white)list"
         r"|group_seeds|local_address)[ \t=|]{1,40}\"?)(?P<value>[^\s\"|]{1,400})"),
    _row("host", "recv_addr|base_host|listen_addr",
         rf"(?P<name>\b(?:recv_addr|base_host|listen_addr)[ ]?=[ ]?(?:tcp://)?){_NAME}"),
    _row("host", "wsrep_sst_donor", rf"(?P<name>\bwsrep_sst_donor[ \t=|]{{1,40}}){_NAME}"),
    _row("user", "wsrep_sst_auth", rf"(?P<name>\bwsrep_sst_auth[ \t=|]{{1,40}}['\"]?){_USER}:"),
    _row("password", "wsrep_sst_auth", r"(?P<name>\bwsrep_sst_auth[ \t]{0,40}[=|]?[ \t]{1,5}['\"]?"
         r"[^\s:'\"|=]{1,64}:)(?P<value>[^\s'\"|]{1,100})"),
    _row("user", "admin_credentials|stats auth", rf"(?P<name>\b(?:\w{{1,20}}_credentials[ ]?="
         rf"[ ]?['\"]?"
         rf"|stats[ ]auth[ ])){_USER}:"),
    _row("password", "admin_credentials|stats auth", r"(?P<name>\b(?:\w{1,20}_credentials[ ]?="
         r"[ ]?['\"]?"
         r"|stats[ ]auth[ ])[^\s:'\"]{1,64}:)(?P<value>[^\s'\";]{1,100})"),
    _row("host", "<host-", rf"(?P<name>(?<![\w.-])){_NAME}\[{_KNOWN}"),
    _row("host", "<host-", rf"(?P<name>^[ \t]{{0,20}}server[ \t]{{1,5}}){_NAME}[ \t]{{1,5}}"
         rf"{_KNOWN}"),
    _row("host", ":330|:444|:456|:603|:644|:910|:100|:218|:237|:201|:637|:543|:151",
         rf"(?P<name>(?<![\w./@<-])){_DOTTED}:{_PORTS}(?![\w.])"),
    _row("host", ":330", r"(?P<name>(?<![\w./@<-]))(?P<value>[A-Za-z][A-Za-z0-9]{0,30}-"
         r"[A-Za-z0-9-]{1,30}"
         r"):330[0-9](?![\w.])"),
    _row("user", "topologyuser", rf"(?P<name>TopologyUser\"?[ ]?:[ ]?\"){_USER}"),
    # orchestration: ansible, vagrant, puppet, ssh's configuration
    _row("host", ": [", r"(?P<name>\b(?:changed|ok|skipping|failed|fatal|unreachable|included): \[)"
         rf"{_NAME}\]", exact=True),
    _row("host", ": ok=", rf"(?P<name>(?:^|\*[ \t])){_NAME}[ \t]{{1,60}}:[ \t]ok=[0-9]"),
    _row("host", "ansible_", rf"(?P<name>^){_NAME}[ \t]{{1,40}}ansible_\w{{1,30}}="),
    _row("host", "setting hostname|on node ", rf"(?P<name>\b(?:Setting hostname\.\.\.|on node)[ ])"
         rf"{_NAME}"),
    _row("host", "host", rf"(?P<name>^[ \t]{{1,8}}HostName[ \t]{{1,8}}){_NAME}\s*$", exact=True),
    _row("host", "host ", r"(?P<name>^Host[ \t]{1,8})"
         r"(?P<value>[A-Za-z0-9._-]{2,64})(?=[ \t]{0,9}\r?\n[ \t]{1,8}"
         r"(?:HostName|User|Port|Identity))",
         exact=True),
    _row("user", "user ", rf"(?P<name>^[ \t]{{1,8}}User[ \t]{{1,8}}){_USER}[ \t]{{0,9}}\r?$",
         exact=True),
    _row("user", "username:", rf"(?P<name>\busername:[ \t]{{1,10}}['\"]?){_USER}(?=['\"\s,]|$)"),
    _row("user", "username ", rf"(?P<name>\busername[ \t]\"){_USER}\""),
    _row("user", "user>", rf"(?P<name><[a-z-]{{0,20}}user(?:name)?>){_USER}</"),
    # clouds and containers
    _row("key", "arn:aws", r"(?P<name>\barn:aws[a-z-]{0,10}:[a-z0-9-]{1,30}:[a-z0-9-]{0,20}:)"
         r"(?P<value>[0-9]{12}(?::[\w:/.-]{1,200})?)"),
    _row("host", "i-0", r"(?P<name>(?<![\w-]))(?P<value>i-0[0-9a-f]{16})(?![\w-])"),
    _row("key", "subscription|tenant", r"(?P<name>\b(?:subscription|tenant)[_-]?id\"?[ \t]{0,5}[=:]"
         rf"[ \t]{{0,5}}\"?)(?P<value>{_UUID})"),
    _row("host", "gke-|aks-", r"(?P<name>(?<![\w.-]))(?P<value>gke-[a-z0-9-]{3,60}-[0-9a-f]{8}-"
         r"[a-z0-9]{4}"
         r"|aks-[a-z0-9]{1,20}-[0-9]{8}-vmss[0-9a-z]{6})(?![\w-])"),
    _row("host", "win-|desktop-|laptop-", r"(?P<name>(?<![\w.-]))"
         r"(?P<value>(?:WIN|DESKTOP|LAPTOP)-(?=[A-Z]{0,10}[0-9])[A-Z0-9]{7,12})(?![\w-])",
         exact=True),
    _row("key", "\"auth\"", r"(?P<name>\"auth\"[ ]?:[ ]?\")(?P<value>[A-Za-z0-9+/=]{8,400})\""),
    _row("key", "-data:", r"(?P<name>\b"
         r"(?:client-key|client-certificate|certificate-authority)-data:"
         r"[ \t]{1,5})(?P<value>[A-Za-z0-9+/=]{20,8000})"),
    _row("key", "secret_access_key|session_token", r"(?P<name>\b(?:aws_)?(?:secret_access_key"
         r"|session_token)[ \t]{0,5}[=:]?[ \t]{1,5})(?P<value>[A-Za-z0-9+/=_-]{20,2000})"),
    _row("key", "sig=|signature=", r"(?P<name>\b(?:sig|signature)=)(?P<value>"
         r"[A-Za-z0-9%+/=_-]{20,400})"),
    _row("key", "license|licence", r"(?P<name>\blicen[cs]e[_-]?key[ \t]{0,5}[=:][ \t]{0,5})"
         r"(?P<value>[A-Za-z0-9-]{8,100})"),
    # hashes of passwords, as MySQL, MariaDB and systems store them
    _row("key", "*", r"(?P<name>(?<![\w*]))(?P<value>\*[0-9A-F]{40})(?![\w*])", exact=True),
    _row("key", "$2|$a$|$1$|$5$|$6$|$y$|$7$", r"(?P<name>(?<![\w$])\$)(?P<value>2[aby]\$[0-9]{2}\$"
         r"[./A-Za-z0-9]{53}|A\$[0-9]{3}\$[^\s'\"|]{20,80}"
         r"|(?:[1567]|y)\$(?:[^\s:$]{1,40}\$){1,2}[^\s:'\"]{20,100})", exact=True),
    # logs of systems
    _row("user", "accepted |opened for user|for invalid user", r"(?P<name>\b(?:Accepted[ ]\w+[ ]for"
         rf"|opened[ ]for[ ]user|for[ ]invalid[ ]user)[ ]){_USER}"),
    _row("user", "sudo", rf"(?P<name>\bsudo(?:\[[0-9]+\])?:[ ]{{1,9}}){_USER}[ ]:[ ]"),
    _row("user", "uid=|gid=|groups=", rf"(?P<name>\b(?:uid|gid)=[0-9]+\(){_USER}\)"),
    _row("user", ":x:", rf"(?P<name>^){_USER}:x:[0-9]+:[0-9]+:"),
    _row("user", "sysbench|mysqld|mariadbd", rf"(?P<name>^){_USER}[ \t]{{1,20}}[0-9]{{1,7}}"
         rf"[ \t]{{1,9}}"
         r"[0-9.]{1,6}[ \t]{1,9}[0-9.]{1,5}[ \t][^\n]{0,200}(?:sysbench|mysqld|mariadbd)"),
    _row("host", "cn=|cn =", rf"(?P<name>\bCN[ ]?=[ ]?){_DOTTED}", exact=True),
    _row("host", "search |domain ", rf"(?P<name>^(?:search|domain)[ \t]{{1,8}}){_DOTTED}"
         rf"[ \t]{{0,9}}$"),
    _row("host", "<host-", rf"(?P<name>^{_KNOWN}[ \t]{{1,40}}){_DOTTED}"),
    _row("host", ":/", rf"(?P<name>^){_DOTTED}:/\S{{0,200}}[ \t]on[ \t]/"),
    _row("host", "//", rf"(?P<name>^//){_NAME}/\S{{1,200}}[ \t]on[ \t]/"),
    _row("host", "\\\\", r"(?P<name>(?<![\\\w:])\\\\)(?P<value>[A-Za-z][A-Za-z0-9.-]{2,60})"
         r"(?=\\[A-Za-z$])"),
    _row("host", "http", rf"(?P<name>\bhttps?://(?:[^\s/@]{{0,100}}@)?){_DOTTED}:[0-9]{{2,5}}"
         rf"(?![0-9])"),
    _row("host", "ldap", rf"(?P<name>\bldaps?://){_NAME}"),
    _row("host", "git@", rf"(?P<name>\bgit@){_DOTTED}:"),
    _row("host", ":<host-", rf"(?P<name>(?<![\w./@<-])){_DOTTED}:{_KNOWN}"),
    _row("host", "node name:", rf"(?P<name>\bnode name:[ \t]{{1,5}}){_NAME}"),
    _row("host", "\"auths\"", rf"(?P<name>\"auths\"[ ]?:[ ]?\{{[ ]?\"){_DOTTED}"),
    _row("key", "machine-id|machine_id", r"(?P<name>\bmachine[-_]id[ \t:=]{1,10})(?P<value>"
         r"[0-9a-f]{32})"),
    _row("key", "serial number:", r"(?P<name>\bSerial Number:[ \t]{1,10})(?P<value>(?="
         r"[^\n]{0,40}[0-9])"
         r"[^\n]{4,80})"),
    _row("user", "curl", r"(?P<name>\bcurl\b[^\n|;]{0,200}?[ \t](?:-u|--user)(?:=|[ \t]{1,5})"
         r"['\"]?)"
         rf"{_USER}:"),
    _row("user", "--login-path=", rf"(?P<name>--login-path=){_USER}"),
    _row("host", "s3://|.s3.", r"(?P<name>(?:\bs3://|\bhttps?://(?=[^\s/]{1,80}\.s3\.)))"
         r"(?P<value>[a-z0-9][a-z0-9-]{2,62})"),
    # folders of people
    _row("user", "~", r"(?P<name>(?<![\w/.~-])~)(?P<value>[a-z][a-z0-9._-]{1,31})(?=/)",
         exact=True),
    _row("home", "/var/home/|/mnt/|/u/", r"(?P<value>(?<![\w.-])(?:/var/home/|/mnt/"
         r"[a-z]/Users/|/u/)"
         r"[A-Za-z0-9._-]{2,64})"),
    _row("home", "documents and settings|\\benutzer\\|\\users\\", r"(?P<value>\b[A-Z]:\\{1,2}"
         r"(?:Documents and Settings|Benutzer|Users)\\{1,2}[^\\/:*?\"<>|\n]{1,64})(?=\\)"),
)  # fmt: skip
"""Every spelling. Those that name `<host-1>` find what stands beside a name already replaced."""
