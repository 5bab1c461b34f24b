document.cookie = 'language=en; Path=/'
