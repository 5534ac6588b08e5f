"""What every gunicorn of the program shares: it reads this file in the folder where it starts."""

from gunicorn.config import Config
from gunicorn.glogging import Logger

from config.log_settings import LOG_FORMAT
from config.logs import FORMATTERS


class ProgramLogger(Logger):
    """Write gunicorn's lines as the program writes its own: an address in one of them may hold a secret."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(FORMATTERS[LOG_FORMAT]())


logger_class = ProgramLogger
#: It would lie in the home of the user, which the units make read-only.
control_socket_disable = True
