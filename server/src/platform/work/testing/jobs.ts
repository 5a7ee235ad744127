import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../../db/database.ts'
import { realWorld } from '../../world.ts'
import { defineWork, type TaskSpec, type Work } from '../task.ts'

import { createWorker, type Worker, type WorkerOptions } from '../worker.ts'

export type TestJob = {
  id: string
  payload: unknown
  state: string
  due_at: Date | null
  lease_token: string | null
  attempts: number
  crashes: number
  last_error: string | null
}

const workColumns = `due_at timestamptz, lease_token text, attempts int not null default 0,
  crashes int not null default 0, last_error text`

/** The tables of a test domain with jobs, and tasks in lanes, that records what it did. */
export async function createJobTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table jobs (id text primary key, payload jsonb, state text not null default 'queued'
      check (state <> 'forbidden'), ${workColumns});
    create index on jobs (due_at) where due_at is not null;
    create table effects (n bigint generated always as identity, id text not null, at timestamptz default now());
    create table effects_once (id text primary key);
    create table tasks (agent_key bigint not null, room text not null, seq bigint generated always as identity,
      note text not null, state text not null default 'queued', ${workColumns}, primary key (agent_key, seq));
    create index on tasks (agent_key, room, seq) where due_at is not null`)
}

export type JobSpec = Partial<TaskSpec<'jobs', TestJob, object>> &
  Pick<Work, 'claimIntervalMilliseconds'> &
  Pick<TaskSpec<'jobs', TestJob, object>, 'perform'>

export function defineJobs(spec: JobSpec) {
  return defineWork<'jobs', TestJob>({ kind: 'test.jobs', table: 'jobs', key: ['id'], ...spec })
}

export async function addJobs(pool: pg.Pool, ids: string[], dueAt = new Date(Date.now() - 1)): Promise<void> {
  await pool.query('insert into jobs (id, due_at) select unnest($1::text[]), $2', [ids, dueAt])
}

export async function readJob(pool: pg.Pool, id: string): Promise<TestJob> {
  const { rows } = await pool.query<TestJob>('select * from jobs where id = $1', [id])
  return rows[0]!
}

export const silentLog = { warn() {}, error() {} }

const startedWorkers: Worker[] = []

export function createTestWorker(db: Db, options: Partial<WorkerOptions>) {
  const worker = createWorker({ db, world: realWorld, log: silentLog, pollSeconds: 0.2, ...options })
  startedWorkers.push(worker)
  return worker
}

/** Called after each test, so that a worker left behind by a failed one does not claim the rows of the next. */
export async function stopWorkers(): Promise<void> {
  await Promise.all(startedWorkers.splice(0).map((worker) => worker.stop({ withinMilliseconds: 0 })))
}

/** Polls until the condition holds; the limit only keeps a failing test from hanging. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, limitSeconds = 120): Promise<void> {
  const deadline = Date.now() + limitSeconds * 1000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('what the test waits for did not happen')
    await sleep(10)
  }
}

export function numberedIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `job ${index}`)
}
