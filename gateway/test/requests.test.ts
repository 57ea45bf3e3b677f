/** What is done with a request and its response, whichever the route: loaded as one file, as access.test.ts is. */
import './requests/browsers.ts';
import './requests/departed-clients.ts';
import './requests/development-proxies.ts';
import './requests/every-body.ts';
import './requests/headers.ts';
import './requests/incoming-file.ts';
import './requests/plain-text.ts';
import './requests/rejections.ts';
import './requests/storage.ts';
import './requests/wire.ts';
