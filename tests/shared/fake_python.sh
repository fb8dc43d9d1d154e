#!/bin/sh
# Stands for python, venv and pip in test_bootstrap.py. Each call is appended to $FAKE_LOG.
# FAKE_VERSION and FAKE_MISSING are what it reports; FAKE_PIP is what pip does: ok, half, or a text
# that it prints to stderr before it fails.
echo "$(basename "$0") $* [$PYTHONPATH]" >> "$FAKE_LOG"
site="$(cd "$(dirname "$0")/.." && pwd)/lib"

# package NAME VERSION FILE: like pip, leaves alone what has a dist-info already
package() {
    if [ ! -d "$site/$1-$2.dist-info" ]; then
        mkdir -p "$site/$1-$2.dist-info"
        touch "$site/$3"
        printf '%s\n' "$3,," "$1-$2.dist-info/RECORD,," > "$site/$1-$2.dist-info/RECORD"
    fi
}

case "$1 $2" in
"-m venv")
    rm -rf "$4" && mkdir -p "$4/bin" "$4/lib" && cp "$0" "$4/bin/python"
    echo "$FAKE_VERSION" > "$4/pyvenv.cfg"
    ;;
"-m pip")
    [ "$3" = install ] || exit 0
    case "$FAKE_PIP" in
    ok) ;;
    half)
        mkdir "$site/demo-1.0.dist-info"
        echo $$ > "$FAKE_LOG.pid" && mv "$FAKE_LOG.pid" "$FAKE_LOG.started"
        exec sleep 60
        ;;
    *)
        echo "$FAKE_PIP" >&2
        exit 1
        ;;
    esac
    case "$*" in
    *--editable*)
        package ai_engineering_from_scratch 0.1.0 ../bin/course
        printf '#!/bin/sh\necho "course $*" >> "$FAKE_LOG"\n[ "$1 $FAKE_FETCH" != "fetch fails" ]\n' \
            > "$site/../bin/course"
        chmod +x "$site/../bin/course"
        ;;
    *) package demo 1.0 demo.py ;;
    esac
    ;;
"-c "*)
    [ ! -f "$site/../pyvenv.cfg" ] || FAKE_VERSION="$(cat "$site/../pyvenv.cfg")"
    printf '{"version": [%s], "missing": [%s], "site": "%s"}\n' \
        "$FAKE_VERSION" "$FAKE_MISSING" "$site"
    ;;
esac
