# The program with sysbench and a client: docs/measuring.md#in-a-container says how to run it.
FROM debian:12@sha256:9344f8b8992482f80cba753f323adeaf17690076c095ccff6cc9536be98185dc

# The digest names a release, and with it the versions.
# hadolint ignore=DL3008
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        mariadb-client python3 python3-venv sysbench \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/sysbench-archive
COPY requirements/build.txt requirements/capture.txt requirements/
RUN python3 -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --require-hashes \
        -r requirements/build.txt -r requirements/capture.txt
COPY pyproject.toml setup.py README.md ./
COPY schema schema
COPY static/css static/css
COPY scripts scripts
RUN .venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && useradd --create-home --uid 1000 measuring

USER 1000
WORKDIR /home/measuring
ENTRYPOINT ["/opt/sysbench-archive/.venv/bin/sysbench-archive"]
