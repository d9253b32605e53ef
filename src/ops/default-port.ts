/** Default of `OPS_PORT`, in its own file, because the health check of the image loads nothing else. */
export const DEFAULT_OPS_PORT = 9464;
