"""Run common.main(), in the process that common.grade() starts and watches."""

from integrations.common import main

if __name__ == "__main__":
    main()
