#./tpcc.lua old run |  tee -a $OUTDIR/res.txt
./tpcc.lua --mysql-host=bench7.corp.example --mysql-user=ada --mysql-password=hunter2 --mysql-db=t --time=10 --threads=$i --report-interval=5 --tables=2 --scale=10 --use_fk=0 --trx_level=RR run |  tee -a $OUTDIR/res.txt
