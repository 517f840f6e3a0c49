fn it() {}
