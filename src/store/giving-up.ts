import type { Dialect } from 'kysely';
import { DatabaseError } from './connection.ts';

/** A dialect whose opening can be given up. */
interface GivenUp {
  readonly dialect: Dialect;
  /** Resolves when what had been given up has come to its end and is closed again. */
  closed(): Promise<void>;
}

/** Whoever waits for a database that is only being opened is told so at once when the signal comes; open, it stays so. */
export function givingUp(dialect: Dialect, signal: AbortSignal): GivenUp {
  let closing = Promise.resolve();
  return {
    closed: () => closing,
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver() {
        const driver = dialect.createDriver();
        const open = driver.init.bind(driver);
        driver.init = async () => {
          const { promise: given, reject } = Promise.withResolvers<never>();
          const giveUp = () => reject(stillOpening());
          if (signal.aborted) throw stillOpening();
          const opening = open();
          signal.addEventListener('abort', giveUp, { once: true });
          try {
            await Promise.race([opening, given]);
          } catch (error) {
            closing = opening.then(() => driver.destroy()).catch(() => undefined);
            throw error;
          } finally {
            signal.removeEventListener('abort', giveUp);
          }
        };
        return driver;
      },
    },
  };
}

function stillOpening(): DatabaseError {
  return new DatabaseError('The database was not open yet when the bot was stopped', { code: 'not_opened' });
}
