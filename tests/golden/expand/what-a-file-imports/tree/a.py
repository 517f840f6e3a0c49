from lib import tool


def main():
    tool.run()
