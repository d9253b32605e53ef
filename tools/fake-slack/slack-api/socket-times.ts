/** How Slack ends connections, in milliseconds. */
export interface SocketTimes {
  /** From a `refresh_requested` to the close frame, 1,000 unless told. Until then requests come as before. */
  readonly closesAfterMs?: number;
  /** How long TCP stays open once both ends have said that they close, 5,000 unless told. */
  readonly tcpKeptMs?: number;
}
