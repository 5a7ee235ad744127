import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { problem } from './problem.ts'

/** A token bucket: holds `burst`, refills by `perSecond`. */
export type Bucket = { burst: number; perSecond: number }

/** The budgets of document 1, Limits, and the throttle of sign-in. */
export const buckets = {
  send: { burst: 100, perSecond: 10 },
  journey: { burst: 1000, perSecond: 200 },
  signInAccount: { burst: 10, perSecond: 10 / 60 },
  signInAddress: { burst: 100, perSecond: 100 / 60 },
} as const satisfies Record<string, Bucket>
export type BucketName = keyof typeof buckets

export type Level = { tokens: number; allowed: boolean }

/** What is left after asking for one; pure, and the same arithmetic as in `take`. */
export function levelAfter(before: number, elapsedSeconds: number, bucket: Bucket): Level {
  const filled = Math.min(bucket.burst, before + Math.max(0, elapsedSeconds) * bucket.perSecond)
  return filled >= 1 ? { tokens: filled - 1, allowed: true } : { tokens: filled, allowed: false }
}

/** Takes one token, shared between all processes: one statement, and the row's lock makes it exact. */
export async function take(db: Db, key: string, bucket: Bucket, now: Date): Promise<Level> {
  const { rows } = await sql<{ tokens: number; allowed: boolean }>`
    insert into rate_buckets as bucket (key, tokens, filled_at)
         values (${key}, ${bucket.burst - 1}, ${now})
    on conflict (key) do update
       set tokens = least(${bucket.burst}::float8, bucket.tokens + ${refill(now, bucket)})
                  - case when least(${bucket.burst}::float8, bucket.tokens + ${refill(now, bucket)}) >= 1 then 1 else 0 end,
           filled_at = greatest(bucket.filled_at, ${now}::timestamptz),
           allowed = least(${bucket.burst}::float8, bucket.tokens + ${refill(now, bucket)}) >= 1
    returning tokens, allowed`.execute(db)
  return rows[0] as Level
}

/** Puts one back, where only failures are to count: taken before the attempt, so that a thousand at once are no way in. */
export async function giveBack(db: Db, key: string, bucket: Bucket): Promise<void> {
  await sql`update rate_buckets set tokens = least(${bucket.burst}::float8, tokens + 1) where key = ${key}`.execute(db)
}

/** A bucket that nobody touched for a day is full: its row says nothing. */
export async function forgetFullBuckets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_buckets')
    .where('filled_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
}

function refill(now: Date, bucket: Bucket) {
  return sql`greatest(0, extract(epoch from ${now}::timestamptz - bucket.filled_at)::float8) * ${bucket.perSecond}::float8`
}

export function rateHeaders(level: Level, bucket: Bucket): Record<string, string> {
  return {
    'ratelimit-limit': String(bucket.burst),
    'ratelimit-remaining': String(Math.max(0, Math.floor(level.tokens))),
    'ratelimit-reset': String(Math.ceil((bucket.burst - level.tokens) / bucket.perSecond)),
  }
}

export function rateLimited(level: Level, bucket: Bucket) {
  const seconds = Math.max(1, Math.ceil((1 - level.tokens) / bucket.perSecond))
  return problem(
    'request.rate_limited',
    429,
    { detail: `The budget of ${bucket.burst} calls is used up; try again in ${seconds} s` },
    { ...rateHeaders(level, bucket), 'retry-after': String(seconds) },
  )
}
