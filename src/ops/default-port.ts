/** Where probes and metrics are asked unless `OPS_PORT` says. By itself: the health check of the image loads no more. */
export const DEFAULT_OPS_PORT = 9464;
