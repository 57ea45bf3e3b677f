/** Each route of the table, in turn: loaded as one file, as access.test.ts is. */
import './routes/every-route.ts';
import './routes/followed-lists.ts';
import './routes/seller-catalog.ts';
import './routes/settles.ts';
import './routes/bounded-metrics.ts';
