/** Tests of each route of the table: loaded as one file, like access.test.ts. */
import './routes/every-route.ts';
import './routes/followed-lists.ts';
import './routes/seller-catalog.ts';
import './routes/settles.ts';
import './routes/bounded-metrics.ts';
