# Short names for the usual steps; CMakeLists.txt says how everything is built.
#
#   make             build into build/; the tool is build/bin/heddle
#   make demo        install what is missing, build, and show Heddle at work on examples/bank.cc
#   make check       install what is missing, build, run the tests
#   make check-all   the long tests, the tests of builds with sanitizers, and the fuzzers
#   make fuzz        the fuzzers of all that Heddle reads, a minute each (SECONDS=60)
#   make bench       figures, each as a ratio measured in one run; with AGAINST=BUILD, what exploring costs compared with
#                    another version whose build folder that is
#   make lint        clang-format and clang-tidy; changes nothing
#   make check-changed  the same of what the last commit changed, and whether the pages it changed show real output
#   make format      clang-format over all sources
#   make docs        run the commands that the documentation shows again, and put their output and pictures into it
#   make packages    install the Debian packages of scripts/packages.txt that are missing
#   make deb         a Debian package, in build-deb/
#   make install     to PREFIX (/usr/local), below DESTDIR where that is set
#   make clean       remove build/ and its sisters

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := all
.PHONY: all demo check check-all check-matrix check-asan check-ubsan check-changed fuzz bench lint format docs packages install deb clean

PREFIX ?= /usr/local

# Tests wait now and then: one more than there are processors.
jobs := $(shell echo $$(($$(nproc) + 1)))

# $(call configure,FOLDER,OPTIONS): the options are given every time, so that a folder always is what its name says.
define configure
@command -v cmake >/dev/null && command -v ninja >/dev/null || \
  { echo "cmake or ninja is missing: run 'make packages'" >&2; exit 1; }
@cmake -G Ninja -S . -B $(1) $(2) --log-level=NOTICE >$(1).log 2>&1 || \
  { cat $(1).log >&2; rm -f $(1).log; exit 1; }
@rm -f $(1).log
endef

# $(call build,FOLDER,OPTIONS,TARGETS): one line that changes on a terminal; elsewhere silence, except for what fails.
define build
$(call configure,$(1),$(2))
@echo "Building $(1)/"
@ninja -C $(1) $(if $(MAKE_TERMOUT),,--quiet) $(3)
endef

# All that tests need, and what only studies and `make bench` do.
everything := all heddle_subjects heddle_bench
all:
	$(call build,build,,$(everything))

# Without the tests, which take most of the time.
demo: packages
	$(call build,build,,heddle heddle_runtime heddle_examples heddle_page)
	@scripts/demo.sh build/bin

check: packages
	$(call build,build)
	@ctest --test-dir build --output-on-failure -j$(jobs)

# All parts, whatever fails in the first ones.
check-all: packages
	@$(MAKE) --no-print-directory --keep-going check-matrix check-asan check-ubsan fuzz

check-matrix:
	$(call build,build-full,-DHEDDLE_FULL_TESTS=ON)
	@ctest --test-dir build-full --output-on-failure -j$(jobs)
check-asan:
	$(call build,build-asan,-DHEDDLE_SANITIZE=address,heddle_unit_tests)
	@ctest --test-dir build-asan --output-on-failure -j$(jobs) -L unit
check-ubsan:
	$(call build,build-ubsan,-DHEDDLE_SANITIZE=undefined-trap,heddle_e2e_tests)
	@ctest --test-dir build-ubsan --output-on-failure -j$(jobs) -L e2e

# By clang, whose library the fuzzers need.
SECONDS := 60
fuzz: packages
	$(call build,build-fuzz,-DHEDDLE_FUZZ=ON -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19,heddle_fuzzers)
	@scripts/fuzz.sh build-fuzz $(SECONDS)

bench:
	$(call build,build,,$(everything))
	@build/bench/heddle_bench $(if $(AGAINST),against $(abspath $(AGAINST)))

lint:
	$(call configure,build-lint,-DHEDDLE_UNITY=OFF)
	@scripts/lint.sh build-lint

# Of what the last commit changed (BASE=COMMIT: since that one): style, and the output that pages show.
BASE := HEAD~1
check-changed:
	$(call build,build,,heddle heddle_runtime heddle_examples heddle_page)
	$(call configure,build-lint,-DHEDDLE_UNITY=OFF)
	@scripts/check-changed.sh $(BASE) build-lint build/bin

format:
	@scripts/sources.sh | xargs clang-format-19 -i

docs:
	$(call build,build,,$(everything))
	@scripts/update-docs.sh build/bin README.md docs/*.md docs/recipes/*.md
	@mkdir -p docs/pictures
	@cd build/web/page && node browser/clickThrough.mjs ../../bin/heddle ../../../examples ../browser ../../../docs/pictures
	@cd build/web/page && node browser/pictures.mjs ../../bin/heddle ../../../tests/programs ../pictures ../../../docs/pictures

packages:
	@scripts/install-packages.sh

install:
	$(call build,build,,heddle_installation)
	@cmake --install build --prefix $(PREFIX) >/dev/null
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/heddle"

# In a folder of its own, because libraries have another place below /usr than below /usr/local.
deb: packages
	$(call build,build-deb,-DCMAKE_INSTALL_PREFIX=/usr,heddle_installation)
	@cd build-deb && cpack -G DEB >cpack.log || { cat cpack.log >&2; exit 1; }
	@ls build-deb/*.deb

clean:
	@rm -rf build build-deb build-full build-asan build-lint build-ubsan
