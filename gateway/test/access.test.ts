/** Who may, as whom, how often and how many times over: loaded as one file, for the gateway takes longer to load than these take to run. */
import './access/account-fields.ts';
import './access/auth-classes.ts';
import './access/callers.ts';
import './access/device.ts';
import './access/keyed.ts';
import './access/limited-callers.ts';
import './access/tokens.ts';
