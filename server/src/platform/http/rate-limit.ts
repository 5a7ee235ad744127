import { sql } from 'kysely'
import { batchPerDatabase } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import { runPipelined } from '../db/prepared.ts'
import { problem } from './problem.ts'

/** A token bucket: holds `burst` tokens, refills at `perSecond`. */
export type Bucket = { burst: number; perSecond: number }

/** The API rate limits, and the throttles of sign-in, invitations, the public pages of outreach links, and OAuth. */
export const buckets = {
  send: { burst: 100, perSecond: 10 },
  journey: { burst: 1000, perSecond: 200 },
  signInAccount: { burst: 10, perSecond: 10 / 60 },
  signInAddress: { burst: 100, perSecond: 100 / 60 },
  invitation: { burst: 50, perSecond: 50 / 3600 },
  linkView: { burst: 60, perSecond: 1 },
  linkAddress: { burst: 10, perSecond: 10 / 60 },
  linkEntry: { burst: 60, perSecond: 1 },
  linkNumber: { burst: 3, perSecond: 3 / 3600 },
  oauthRegister: { burst: 20, perSecond: 20 / 3600 },
  oauthToken: { burst: 120, perSecond: 2 },
} as const satisfies Record<string, Bucket>
export type BucketName = keyof typeof buckets

export type BucketLevel = { tokens: number; allowed: boolean }

/** Returns the level after one request; pure, with the same arithmetic as `consumeToken`. */
export function computeBucketLevel(before: number, elapsedSeconds: number, bucket: Bucket): BucketLevel {
  const filled = Math.min(bucket.burst, before + Math.max(0, elapsedSeconds) * bucket.perSecond)
  return filled >= 1 ? { tokens: filled - 1, allowed: true } : { tokens: filled, allowed: false }
}

/**
 * Consumes one token from a bucket shared between all processes: concurrent requests share one statement, and the row
 * lock makes it exact. It does not wait for the disk: a crash of PostgreSQL may give back the tokens consumed in its
 * last moments.
 */
export function consumeToken(db: Db, key: string, bucket: Bucket, now: Date): Promise<BucketLevel> {
  return consumeBatched(db, { key, bucket, now })
}

type TokenRequest = { key: string; bucket: Bucket; now: Date }

const consumeBatched = batchPerDatabase(consumeTokens, { concurrency: 8 })

/** Consumes the tokens of one bucket in one statement, first come, first served. */
async function consumeTokens(db: Db, requests: TokenRequest[]): Promise<BucketLevel[]> {
  const levels = new Map<TokenRequest, BucketLevel>()
  for (const [bucket, group] of Map.groupBy(requests, (one) => one.bucket)) {
    const byKey = Map.groupBy(group, ({ key }) => key)
    const keys = [...byKey.keys()].sort()
    const wanted = keys.map((key) => Math.min(byKey.get(key)?.length ?? 0, bucket.burst))
    const now = (group.at(-1) as TokenRequest).now
    for (const { key, ...left } of await consumeFromBuckets(db, { keys, wanted, now }, bucket)) {
      for (const [place, one] of (byKey.get(key) ?? []).entries()) levels.set(one, toBucketLevel(place, left))
    }
  }
  return requests.map((one) => levels.get(one) as BucketLevel)
}

type BucketRemainder = { granted: number; tokens: number }

const toBucketLevel = (place: number, { granted, tokens }: BucketRemainder): BucketLevel =>
  place < granted ? { allowed: true, tokens: tokens + granted - 1 - place } : { allowed: false, tokens }

type BucketConsumption = { keys: readonly string[]; wanted: readonly number[]; now: Date }

function consumeFromBuckets(
  db: Db,
  { keys, wanted, now }: BucketConsumption,
  bucket: Bucket,
): Promise<(BucketRemainder & { key: string })[]> {
  const burst = sql`${bucket.burst}::float8`
  const filled = sql`least(${burst}, bucket.tokens + ${refilledTokens(now, bucket)})`
  const granted = sql`least(floor(${filled}), excluded.granted)::int`
  const taking = sql<BucketRemainder & { key: string }>`
    insert into rate_buckets as bucket (key, tokens, refilled_at, granted)
    select key, ${burst} - wanted, ${now}, wanted from unnest(${keys}::text[], ${wanted}::int[]) as asked (key, wanted)
    on conflict (key) do update
       set tokens = ${filled} - ${granted}, refilled_at = greatest(bucket.refilled_at, ${now}::timestamptz),
           granted = ${granted}
    returning key, tokens, granted`
  return runPipelined(db, taking, 'relaxed')
}

/**
 * Returns a token where only failures count. The token is consumed before the attempt, so that a thousand concurrent
 * attempts cannot bypass the limit.
 */
export async function refundToken(db: Db, key: string, bucket: Bucket): Promise<void> {
  await sql`update rate_buckets set tokens = least(${bucket.burst}::float8, tokens + 1) where key = ${key}`.execute(db)
}

/** A bucket untouched for a day is full, so its row carries no information. */
export async function deleteFullBuckets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_buckets')
    .where('refilled_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
}

function refilledTokens(now: Date, bucket: Bucket) {
  return sql`greatest(0, extract(epoch from ${now}::timestamptz - bucket.refilled_at)::float8) * ${bucket.perSecond}::float8`
}

export function rateLimitHeaders(level: BucketLevel, bucket: Bucket): Record<string, string> {
  return {
    'ratelimit-limit': String(bucket.burst),
    'ratelimit-remaining': String(Math.max(0, Math.floor(level.tokens))),
    'ratelimit-reset': String(Math.ceil((bucket.burst - level.tokens) / bucket.perSecond)),
  }
}

export function rateLimitedProblem(level: BucketLevel, bucket: Bucket) {
  const seconds = Math.max(1, Math.ceil((1 - level.tokens) / bucket.perSecond))
  return problem(
    'request.rate_limited',
    429,
    { detail: `The budget of ${bucket.burst} calls is used up; try again in ${seconds} s` },
    { ...rateLimitHeaders(level, bucket), 'retry-after': String(seconds) },
  )
}
