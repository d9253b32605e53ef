import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.ts';

export const incidents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('watches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('sensitivity', 'text', (column) => column.notNull())
      .addColumn('zone', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('watcher', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('paused_because', 'text')
      .addColumn('told', 'boolean', (column) => column.notNull().defaultTo(true))
      .addUniqueConstraint('watches_of_channel', ['account', 'channel'])
      .addUniqueConstraint('watches_by_number', ['account', 'number'])
      .execute();
    await db.schema
      .createTable('watch_numbers')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('last', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('watch_states')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('sensitivity', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'timestamptz', (column) => column.notNull())
      .addColumn('took_ms', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('watch_states_key', ['account', 'sensitivity'])
      .execute();
    await db.schema
      .createTable('observations')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('counted', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('observations_key', ['account', 'at'])
      .execute();
    await db.schema
      .createTable('incidents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('sensitivity', 'text', (column) => column.notNull())
      .addColumn('whose', 'text', (column) => column.notNull())
      .addColumn('verdict', 'text', (column) => column.notNull())
      .addColumn('began_at', 'timestamptz', (column) => column.notNull())
      .addColumn('ended_at', 'timestamptz')
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('events', 'integer', (column) => column.notNull())
      .addColumn('evidence', 'text', (column) => column.notNull())
      .execute();
    // Allows one open incident per subject and sensitivity, even if several processes check at once.
    await db.schema
      .createIndex('incidents_open')
      .unique()
      .on('incidents')
      .columns(['account', 'sensitivity', 'whose'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute();
    await db.schema
      .createTable('incident_events')
      .addColumn('incident', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .addColumn('verdict', 'text')
      .addColumn('person', 'text')
      .addColumn('name', 'text')
      .addColumn('until', 'timestamptz')
      .addPrimaryKeyConstraint('incident_events_key', ['incident', 'number'])
      .addForeignKeyConstraint('incident_events_of', ['incident'], 'incidents', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createTable('incident_posts')
      .addColumn('incident', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('zone', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('message_ts', 'text')
      .addColumn('shown', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('told', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('is_over', 'boolean', (column) => column.notNull().defaultTo(false))
      .addPrimaryKeyConstraint('incident_posts_key', ['incident', 'channel'])
      .addForeignKeyConstraint('incident_posts_of', ['incident'], 'incidents', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute();
  },
};
