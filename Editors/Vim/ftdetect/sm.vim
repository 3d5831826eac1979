autocmd BufRead,BufNewFile *.sm setfiletype sm
