"""What private things look like in text, by kind: one table for everything that searches.

Each row is a spelling: passwords, keys, accounts, names of machines, home folders. A pattern names
the private part `value`; `redaction.public` says which values give nothing away.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from sysbench_archive.redaction.public import Kind


class Pattern(NamedTuple):
    """A spelling of one kind; a text without one of its `marks`, in small letters, has none."""

    kind: Kind
    marks: tuple[str, ...]
    text: str
    exact: bool = False
    """Whether small letters and capitals differ."""

    @property
    def expression(self) -> re.Pattern[str]:
        """Compiled when first asked for: most texts have the marks of few of three hundred."""
        return _compiled(self.text, self.exact)


@cache
def _compiled(text: str, exact: bool) -> re.Pattern[str]:
    return re.compile(text, re.MULTILINE if exact else re.MULTILINE | re.IGNORECASE)


_SIGN = (
    r"(?:[ \t]{0,10}(?:=>|:=)[ \t]{0,10}|[ \t]{1,10}[=:][ \t]{0,10}|[=:](?:[ \t]{1,10}(?!-))?"
    r"|%3D)"
)
_QUOTE = r"(?:\\{0,2}['\"`])?"
_HIDDEN = (
    r"(?P<value>'[^'\n]{0,200}'|\"[^\"\n]{0,200}\"|\\{1,2}[\"'][^\"'\n\\]{0,200}\\{1,2}[\"']"
    r"|[^\s'\",;&|)]{0,200})"
)
_CLIENTS = (
    r"\b(?:mysql|mariadb)(?:admin|dump|slap|pump|import|check|show|binlog|sh"
    r"|-(?:admin|dump|slap|import|check|show|binlog|backup))?|\bmycli|\bmytop|\binnobackupex"
    r"|\b(?:xtra|maria)backup|\bpt-[a-z-]{3,30}|\bpsql|\bpg_dump|\bpgbench|\bsysbench|\borzdba"
)
_CALL = rf"(?:{_CLIENTS})(?:[ \t][^\n|;]{{0,300}}?)?[ \t]"
_USER = r"(?P<value>[A-Za-z_][A-Za-z0-9._-]{0,63})"
_HOST = (
    r"(?P<value>(?=[A-Za-z0-9.-]{0,60}[A-Za-z])[A-Za-z0-9][A-Za-z0-9_-]{0,63}(?:\.[A-Za-z0-9_"
    r"-]{1,63}){0,8})"
)
_LABEL = r"(?P<value>[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)"
_LIST = (
    r"(?P<value>[A-Za-z0-9_.-]{1,253}(?::[0-9]{1,5})?"
    r"(?:,[A-Za-z0-9_.-]{1,253}(?::[0-9]{1,5})?(?![\w.=:-])){0,20})"
)
_SCHEMES = (
    r"(?:mysqlx?|mariadb|postgres(?:ql)?|pgsql|redis|mongodb|sqlserver|ssh|sftp|ftp|tcp|lo"
    r"adbalance)"
)
_DRIVERS = (
    r"(?:mysql|pgsql|db|oracle|redis|mongo|proxy|client|server|remote|source|master|primar"
    r"y|replica|slave|jump|backup|admin|repl)"
)
_BOUNDARY = r"(?<![A-Za-z0-9])"
_MONTHS = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_PROMPT = r"^[(\[\s]{0,20}(?:\([\w.-]{1,40}\)\s{0,5})?"
_TOKENS = (
    r"(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{20,255}"
    r"|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{16,64}|xox[abeprs]-[A-Za-z0-9-]{10,255}"
    r"|sk-(?:[a-z]{2,10}-)?[A-Za-z0-9_-]{20,255}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,255}"
    r"|AIza[A-Za-z0-9_-]{30,40}|ya29\.[A-Za-z0-9_-]{20,255}|npm_[A-Za-z0-9]{30,64}"
    r"|pypi-[A-Za-z0-9_-]{16,255}|hv[sb]\.[A-Za-z0-9_-]{20,255}|dop_v1_[a-f0-9]{40,64}"
    r"|hf_[A-Za-z0-9]{20,64}|SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"
    r"|eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{4,2000}"
)

PATTERNS: tuple[Pattern, ...] = (
    # name = value, name: value, "name": "value", NAME=value, --name=value, ?name=value
    Pattern("password", ("passw", "passphrase", "pwd"),
        rf"(?P<name>[A-Za-z0-9_-]{{0,40}}(?:passw(?:or)?d|passphrase|pwd)){_QUOTE}{_SIGN}{_HIDDEN}"),
    Pattern("password", ("pass", "pw"),
        rf"(?P<name>(?:--|[?&;]|[A-Za-z0-9][_-])(?:pass|pw)){_QUOTE}[=:]{_HIDDEN}"),
    Pattern("password", ("pass", "pw"),
        rf"(?P<name>{_BOUNDARY}(?:pass|pw)){_QUOTE}[ \t]{{0,5}}(?:=>|=|:)[ \t]{{0,5}}"
        r"(?P<value>'[^'\n]{1,200}'|\"[^\"\n]{1,200}\")"),
    # --password value
    Pattern("password", ("-pass", "_pass"),
        r"(?P<name>(?<![\w-])--?(?:[a-z]{2,10}[-_]){0,3}pass(?:wd|word)?)[ \t]{1,20}(?![-=:])"
        r"(?P<value>'[^'\n]{1,200}'|\"[^\"\n]{1,200}\"|[^\s'\"]{1,200})"),
    # mysql -pVALUE, sshpass -p VALUE, curl -u name:VALUE
    Pattern("password", (" -p", "\t-p"),
        r"(?P<name>\b(?:mysql|mariadb|mycli|mytop|innobackupex|xtrabackup|pt-)[a-z-]{0,30}"
        r"(?:[ \t][^\n|;]{0,300}?)?[ \t])"
        r"-p(?P<value>[^\s'\"]{1,100}|'[^'\n]{1,100}'|\"[^\"\n]{1,100}\")", exact=True),
    Pattern("password", ("sshpass",),
        r"(?P<name>\bsshpass)[ \t]{1,5}-p[ \t]{0,5}(?P<value>'[^'\n]{1,100}'|\"[^\"\n]{1,100}\"|"
        r"\S{1,100})"),
    Pattern("password", ("curl", "wget"),
        r"(?P<name>\b(?:curl|wget)\b[^\n|;]{0,200}?[ \t](?:-u|--user|--proxy-user))(?:=|[ \t]{0,5})"
        r"['\"]?[^\s:'\"]{1,64}:(?P<value>[^\s'\"]{1,100})"),
    # name | VALUE, name<tab>VALUE, as clients print variables
    Pattern("password", ("_password", "_pwd", "wsrep_sst_auth"),
        r"(?P<name>(?<![\w-])(?:(?:report|master|source|replica|slave|repl|user|admin|bind_root"
        r"|root)_(?:password|pwd)"
        r"|wsrep_sst_auth)(?:[ \t]{0,40}\|[ \t]{0,5}|[ \t]{1,5})(?:[^\s|:]{1,60}:)?)"
        r"(?P<value>[^\s|]{1,200})"),
    # scheme://name:VALUE@host, name:VALUE@tcp(host:3306)/
    Pattern("password", ("://",),
        r"(?P<name>[a-z][a-z0-9+.-]{1,30}://(?:[^\s/:@<>]{0,100}|<[a-z]{2,8}-[0-9]+>):)(?P<value>[^\s/@]{1,100})@"),
    Pattern("password", ("@tcp(", "@unix(", "@("),
        r"(?P<name>(?:[A-Za-z_][\w.-]{0,63}|<[a-z]{2,8}-[0-9]+>):)(?P<value>[^\s@]{1,100})@(?:tcp|unix)?\("),
    # h=name,u=name,p=VALUE
    Pattern("password", (",p=",),
        r"(?P<name>[hudtsPS]=[^\s,]{0,100},p=)(?P<value>[^\s,"
        r"'\"]{1,100})", exact=True),
    # SQL
    Pattern("password", ("identified",),
        r"(?P<name>\bidentified[ \t]{1,5}(?:(?:with|via)[ \t]{1,5}\S{1,40}[ \t]{1,5})?"
        r"(?:by|as|using)[ \t]{1,5}(?:password[ \t]{0,5}\(?[ \t]{0,5})?)"
        r"(?P<value>'[^'\n]{0,200}'|\"[^\"\n]{0,200}\")"),
    Pattern("password", ("password",),
        r"(?P<name>\bpassword[ \t]{0,5}\([ \t]{0,5})(?P<value>'[^'\n]{0,100}'|\"[^\"\n]{0,100}\")"),
    # said in words
    Pattern("password", ("password is", "password was"),
        r"(?P<name>\bpassword[ \t](?:is|was)(?:[ \t]{1,3}generated for[ \t]\S{1,120}:)?)[ \t]{1,3}"
        r"(?!(?:generated|required|empty|not|set|needed|expired|blank|wrong|incorrect|invalid|the"
        r"|a|an|in|on"
        r"|no|being|stored|used|using|never|also|only|hidden|removed|left|same|missing|sent|hashed"
        r"|valid|deprecated|insecure|given|taken|asked|passed|read|replaced|shown|too)\b)"
        r"(?P<value>'[^'\n]{1,100}'|\"[^\"\n]{1,100}\"|[^\s'\"]{1,100})"),
    Pattern("password", ("login",),
        r"(?P<name>\blogin[ \t]{1,5}\S{1,64}\s{1,5}password)[ \t]{1,5}(?P<value>\S{1,100})"),
    Pattern("password", ("<pass", "<pwd"),
        r"(?P<name><(?:passw(?:or)?d|pwd)>)(?P<value>[^<>\n]{1,100})</"),
    # host:port:database:user:VALUE, a line of .pgpass
    Pattern("password", (":5432:", ":3306:", ":*:"),
        r"(?P<name>(?<!\S)[\w.*<>-]{1,100}:(?:[0-9]{1,5}|\*):[\w.*<>-]{1,64}:[\w.*<>-]{1,64}:)"
        r"(?P<value>[^\s:]{1,100})(?!\S)"),
    # keys
    Pattern("key", ("private key",),
        r"(?P<name>-----BEGIN )[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
        r"(?P<value>[^-]{1,20000})(?:-----END|\Z)"),
    Pattern("key", ("ssh-", "ecdsa-sha2"),
        r"(?P<name>\b(?:sk-)?(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-[a-z0-9-]{3,30})(?:@openssh\.c"
        r"om)?[ \t]{1,3})"
        r"(?P<value>AAAA[A-Za-z0-9+/=]{20,4000}(?:[ \t]\S{1,200})?)", exact=True),
    Pattern("key", ("akia", "asia", "aroa", "aida", "abia", "acca", "ghp_", "gho_", "ghu_",
             "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "sk-", "k_live_", "k_test_", "aiza",
             "ya29.", "npm_", "pypi-", "hvs.", "hvb.", "dop_v1_", "hf_", "sg.", "eyj"),

        rf"(?P<name>(?<![A-Za-z0-9_]))(?P<value>{_TOKENS})(?![A-Za-z0-9])", exact=True),
    Pattern("key", ("authorization", "bearer", "x-api-key"),
        r"(?P<name>\b(?:authorization[\"']?[ \t]{0,3}[=:][ \t]{0,3}[\"']?(?:bearer|basic|token)|b"
        r"earer|x-api-key[ \t]{0,3}:))[ \t]{1,5}"
        r"(?P<value>(?=[^\s\"']{0,40}[0-9=])[A-Za-z0-9._~+/=-]{12,2000})"),
    Pattern("key", ("secret", "token", "api", "access", "account", "signature", "credential"),

        r"(?P<name>(?:secret|token|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key"
        rf"|account[-_]?key|signature|credentials?)){_QUOTE}{_SIGN}{_QUOTE}"
        r"(?P<value>(?=[A-Za-z0-9+=_.~-]{0,60}[0-9])[A-Za-z0-9+=_.~/-]{12,400})"),
    Pattern("key", ("hooks.slack.com/services/",),
        r"(?P<name>hooks\.slack\.com/services/)(?P<value>[A-Za-z0-9/]{10,100})"),
    # accounts
    Pattern("user", ("user",),
        rf"(?P<name>(?:--|{_BOUNDARY})(?:{_DRIVERS}[-_])?user(?:[-_]?name)?){_QUOTE}"
        rf"(?:[ \t]{{0,5}}(?:=>|=)[ \t]{{0,5}}|%3D|(?<=[\"']):[ \t]{{0,5}}|:(?=[^\s])){_QUOTE}"
        rf"{_USER}"),
    Pattern("user", ("-user", "_user"),
        rf"(?P<name>--(?:{_DRIVERS}[-_])?user(?:name)?)[ \t]{{1,10}}['\"]?{_USER}"),
    Pattern("user", ("user:",),
        rf"(?P<name>(?<![\w.-])(?:{_DRIVERS}[-_ ])?user(?:[-_ ]?name)?:)[ \t]{{1,10"
        rf"}}['\"]?{_USER}(?=[ \t]{{0,10}}(?:[,;'\")\]}}]|\r?$))"),
    Pattern("user", ("uid=", "user id", "login", "logname=", "sudo_user=", "pguser=", "account"),

        r"(?P<name>\bPGUSER=|(?:;[ \t]{0,3}|^)(?:uid|user id)=|\bLOGNAME=|\bSUDO_USER=|\bmachine["
        r" \t]\S{1,100}\s{1,5}login[ \t]"
        rf"|\baccount[ \t]['\"])['\"]?{_USER}"),
    Pattern("user", ("report_user",),
        rf"(?P<name>\breport_user[ \t|]{{1,40}}){_USER}"),
    Pattern("user", (" -u", "\t-u"),
        rf"(?P<name>{_CALL}-[uU]){_QUOTE}[ \t]{{0,5}}"
        rf"{_QUOTE}{_USER}", exact=True),
    Pattern("user", ("'@", '"@', "`@"), rf"(?P<name>['\"`]){_USER}['\"`]@"),
    Pattern("user", ("user '", 'user "', 'role "', "user `", "role '"),
        rf"(?P<name>\b(?:user|role)[ \t]{{1,3}}['\"`]){_USER}['\"`]"),
    Pattern("user", ("@",),
        rf"(?P<name>(?<![\w.+/@:'\"-])){_USER}@(?:[A-Za-z][A-Za-z0-9-]{{0,62}}|%)(?!\.?[\w-])"),
    Pattern("user", ("@",),
        rf"(?P<name>{_PROMPT}){_USER}@[\w.-]{{1,64}}(?=[\s:~\]#$%>])"),
    Pattern("user", ("ssh ", "scp ", "rsync ", "sftp "),
        rf"(?P<name>\b(?:ssh|scp|sftp|rsync)[ \t][^\n|;@]{{0,200}}?(?<![\w.+/@-])){_USER}@"),
    Pattern("user", ("://", "@tcp(", "@unix(", "@("),
        rf"(?P<name>{_SCHEMES}://|^|[\s\"'=(]){_USER}(?::[^\s/@]{{0,100}})?@(?:(?<=@)(?:tcp|unix)"
        rf"?\(|(?<=@)(?=[\w.-]+[:/]))"),
    Pattern("user", (",u=",),
        rf"(?P<name>[hpdtsPS]=[^\s,]{{0,100}},u=){_USER}", exact=True),
    Pattern("user", ("u=",), rf"(?P<name>(?<![\w])u=){_USER},[hpPDtsS]=", exact=True),
    # machines
    Pattern("host", ("host",),
        rf"(?P<name>(?:--|{_BOUNDARY})(?:{_DRIVERS}[-_])?host(?:[-_]?name)?){_QUOTE}"
        rf"(?:[ \t]{{0,5}}(?:=>|=)[ \t]{{0,5}}|%3D|(?<=[\"']):[ \t]{{0,5}}|:(?=[^\s/])){_QUOTE}"
        rf"{_LIST}"),
    Pattern("host", ("-host", "_host"),
        rf"(?P<name>--(?:{_DRIVERS}[-_])?host(?:name)?)[ \t]{{1,10}}['\"]?{_LIST}"),
    Pattern("host", ("host",),
        rf"(?P<name>(?<![\w.-])(?:static[ \t]|transient[ \t]|{_DRIVERS}[-_ ])?host("
        rf"?:[-_ ]?name)?[ \t]{{0,3}}:)"
        rf"[ \t]{{1,10}}['\"]?{_LIST}(?=[ \t]{{0,10}}(?:[,;'\")\]}}]|\r?$))"),
    Pattern("host", ("pghost", "dbhost", "hostaddr", "nodename", "computername"),
        rf"(?P<name>\b(?:PGHOST(?:ADDR)?|DBHOST|hostaddr|nodename|COMPUTERNAME)[ \t]{{0,3}}[=:][ "
        rf"\t]{{0,3}}){_LIST}"),
    Pattern("host", ("server=", "data source=", "address="),
        rf"(?P<name>(?:^|[;\s'\"])(?:server|data source|address)=){_LIST}(?=[,;])"),
    Pattern("host", (" -h", "\t-h"),
        rf"(?P<name>{_CALL}-h)[ \t=]{{0,5}}['\"]?{_LIST}", exact=True),
    Pattern("host", ("'@", '"@', "`@"), rf"(?P<name>['\"`]@['\"`]){_HOST}['\"`]"),
    Pattern("host", ("server", "host"),
        r"(?P<name>\b(?:server[ \t](?:on|at|host|named?)|host(?:[ \t]?name)?(?:[ \t]named?)?"
        r")[ \t]{1,3}"
        rf"(?:name[ \t])?['\"`]){_HOST}['\"`]"),
    Pattern("host", ("@",),
        rf"(?P<name>(?<![\w.+/@:'\"-])(?:[A-Za-z_][\w.-]{{0,63}}|<user-[0-9]+>)@){_LABEL}(?!\.?[\w-])"),
    Pattern("host", ("@",),
        rf"(?P<name>{_PROMPT}(?:[a-z_][\w.-]{{0,31}}|<user-[0-9]+>)@){_HOST}(?=[\s:~\]#$%>])"),
    Pattern("host", ("ssh ", "scp ", "rsync ", "sftp "),
        rf"(?P<name>\b(?:ssh|scp|sftp|rsync)[ \t][^\n|;]{{0,200}}?@){_HOST}"),
    Pattern("host", ("ssh ", "ping "),
        r"(?P<name>(?<![\w./-])(?<![A-Za-z][ ])(?:ssh|ping)[ \t](?:-[A-Za-z]+[ \t])?)"
        rf"(?=[A-Za-z-]{{1,60}}[0-9.]){_HOST}(?=\s|$)"),
    Pattern("host", ("://",), rf"(?P<name>{_SCHEMES}://(?:[^\s/@]{{0,200}}@)?){_LIST}"),
    Pattern("host", ("http",),
        rf"(?P<name>\bhttps?://(?:[^\s/@]{{0,200}}@)?){_LABEL}(?![\w.-])"),
    Pattern("host", ("@tcp(", "@("), rf"(?P<name>@(?:tcp)?\(){_LIST}"),
    Pattern("host", ("h=",),
        rf"(?P<name>(?<![\w])h=){_HOST}(?=,[upPDtsS]=)", exact=True),
    Pattern("host", (",h=",),
        rf"(?P<name>[updtsPSD]=[^\s,]{{0,100}},h=){_HOST}", exact=True),
    Pattern("host", ("linux ", "darwin ", "freebsd "),
        rf"(?P<name>^(?:[^\n]{{0,60}}[$#][ \t]uname[^\n]{{0,20}}\n)?(?:Linux|Darwin|FreeBSD)[ \t]"
        rf"){_HOST}[ \t][0-9]+\.[0-9]+", exact=True),
    Pattern("host", ("linux ",),
        rf"(?P<name>\bLinux[ \t][0-9]\S{{1,80}}[ \t]\(){_HOST}\)(?=[ \t]{{1,8}}[0-9]{{1,4}}[/-])",
        exact=True),
    Pattern("host", ("[", ": "),
        rf"(?P<name>(?<!\S)(?:{_MONTHS}[ \t]{{1,2}}[0-9]{{1,2}}[ \t][0-9:]{{8}}"
        r"|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}(?:Z|[+-][0-9:]{4,5}))[ \t])"
        rf"{_HOST}[ \t][\w./@-]{{1,60}}(?:\[[0-9]+\])?:", exact=True),
    Pattern("host", ("via tcp",),
        rf"(?P<name>\bConnection:[ \t]{{1,10}}){_HOST} via TCP"),
    Pattern("host", ("hostname",),
        rf"(?P<name>\bhostname[ \t]{{1,5}})(?=[A-Za-z-]{{1,60}}[0-9.]){_HOST}"),
    Pattern("host", ("machine ",),
        rf"(?P<name>\bmachine[ \t]{{1,5}}){_HOST}(?=\s{{1,5}}login\s)"),
    Pattern("host", (":5432:", ":3306:", ":*:"),
        rf"(?P<name>(?<!\S)){_HOST}:(?:[0-9]{{1,5}}|\*):"
        r"[\w.*<>-]{1,64}:[\w.*<>-]{1,64}:[^\s:]{1,100}(?!\S)"),
    Pattern("host", (".internal", ".local", ".lan", ".corp", ".intranet", ".intra", ".home.arpa",
             "rds.amazonaws.com", "compute.amazonaws.com", "compute-1.amazonaws.com",
             "cache.amazonaws.com", "elb.amazonaws.com", "azure.com", "windows.net"),
        r"(?P<name>(?<![\w./$~-]))(?P<value>[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,6}?"
        r"\.(?:internal|local|lan|corp|intranet|intra|home\.arpa|(?:rds|compute(?:-1)?|cache|elb)"
        r"\.amazonaws\.com"
        r"|(?:database|mysql\.database|postgres\.database|cloudapp)\.azure\.com|database\.windows"
        r"\.net))(?![\w-]|\.[a-z0-9]|[/(=])"),
    # home folders
    Pattern("home", ("home/", "users/", "home\\", "users\\"),
        r"(?P<value>(?:(?<![\w.-])(?:/export|/nfs|/mnt|/data|/usr)?/(?:home|Users|u0?[0-9]?/home)"
        r"/|\b[A-Z]:\\{1,2}Users\\{1,2})"
        r"(?P<who>[A-Za-z0-9._-]{1,64}))"),
    # addresses spelled out
    Pattern("mail", (" at ", "(at)", "[at]", " dot ", "(dot)", "[dot]"),
        r"(?P<value>\b[\w.+-]{1,64}[ \t]?(?:\(at\)|\[at\]|[ \t]at[ \t])[ \t]?[\w-]{1,63}"
        r"(?:[ \t]?(?:\(dot\)|\[dot\]|[ \t]dot[ \t])[ \t]?[\w-]{2,63}){1,4}\b)"),
)  # fmt: skip
"""Every spelling. Of two that find the same place the first counts."""
