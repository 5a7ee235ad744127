import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { defineLane, enterLane } from '../lane.ts'
import type { TaskSpec } from '../task.ts'

export type TestTaskRow = {
  agent_key: number
  room: string
  seq: number
  note: string
  state: string
  due_at: Date | null
  attempts: number
  crashes: number
  last_error: string | null
}

type Spec = TaskSpec<'tasks', TestTaskRow, object>

/** Rooms are the lanes of the table `tasks`. */
export function defineRoomLane(spec: Partial<Spec> & Pick<Spec, 'perform'>) {
  return defineLane<'tasks', TestTaskRow, 'agent_key' | 'room'>({
    kind: 'test.rooms',
    table: 'tasks',
    key: ['agent_key', 'seq'],
    lane: ['agent_key', 'room'],
    order: 'seq',
    ...spec,
  })
}

const roomsLane = { kind: 'test.rooms', lane: ['agent_key', 'room'] as const }

export async function addTask(db: Db, room: string, note: string, dueAt = new Date()): Promise<void> {
  await inTransaction(db, async (tx) => {
    await enterLane(tx, roomsLane, { agent_key: 1, room }, dueAt)
    await sql`insert into tasks (agent_key, room, note, due_at) values (1, ${room}, ${note}, ${dueAt})`.execute(tx)
  })
}

export async function readTask(pool: pg.Pool, note: string): Promise<TestTaskRow> {
  const { rows } = await pool.query<TestTaskRow>('select * from tasks where note = $1', [note])
  return rows[0]!
}

export async function countPending(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select count(*) as count from tasks where due_at is not null')
  return rows[0].count
}

export async function countLanes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select count(*) as count from work_lanes')
  return rows[0].count
}
