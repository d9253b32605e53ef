import { createApp } from './app/create-app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { SocketRefusedError } from './slack/connection/slack-socket.ts';
import { SocketModeError } from './slack/connection/socket.ts';

/** The bot as a process: environment in, signals in, exit code out. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const app = await createApp(config);
  const started = app.start();
  let stopping = false;
  // A signal may come as soon as it listens, or before: then it is stopped once it has started.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      started.then(app.stop).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  await started;
  void app.prepare();
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exit(1);
});

/** Why the bot did not start, and what to do. */
function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError) return `${error.message}\n.env.example describes every variable.`;
  if (!(error instanceof Error)) return 'SMS Desk did not start.';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? ` ${error.port}` : '';
    return `SMS Desk did not start: port${port} is in use. Set PORT to another one, or stop what listens there.`;
  }
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return 'SMS Desk did not start: this account may not listen on that port. Set PORT to one above 1023.';
  }
  if (
    typeof code === 'string' &&
    ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'ENOSPC'].includes(code)
  ) {
    return `SMS Desk did not start: it cannot write to DATA_DIR (${code}). Set DATA_DIR to a folder of its own.`;
  }
  if (error instanceof SocketModeError) {
    const { cause } = error;
    if (cause instanceof SocketRefusedError && cause.reason === 'too_many_websockets')
      return 'SMS Desk did not start: Slack allows an app ten connections, and all are in use. Stop a replica, or wait a minute if some just stopped.';
    return 'SMS Desk did not start: Slack gave out no connection for SLACK_APP_TOKEN. Check that it is an app-level token with connections:write, and that Socket Mode is on.';
  }
  if (code === 'slack_webapi_platform_error') {
    return 'SMS Desk did not start: Slack does not accept SLACK_BOT_TOKEN. Copy it again from the app’s “OAuth & Permissions” page.';
  }
  if (code === 'slack_webapi_request_error') {
    return 'SMS Desk did not start: Slack cannot be reached. Check the network and SLACK_API_URL.';
  }
  return `SMS Desk did not start: ${error.message}`;
}
