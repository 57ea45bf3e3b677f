import { serviceModules } from './compile-cache.ts';

// Modules do nothing when they are loaded; that they are is all that matters here.
await Promise.all(serviceModules().map((path) => import(path)));
// What some of them leave to be done has no use here.
process.exit(0);
