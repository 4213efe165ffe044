"""Grade one submission and leave its scorecard: the process that common.grade() watches over."""

from integrations.common import main

if __name__ == "__main__":
    main()
