import assert from 'node:assert/strict'
import { readClientFrame, readServerFrame } from '@parley/webchat-protocol'
import { z } from 'zod'
import { readJson } from '../../../server/src/platform/http/body.ts'
import { parsePageToken } from '../../../server/src/platform/http/page.ts'
import { Problem } from '../../../server/src/platform/http/problem.ts'
import { instantQuery } from '../../../server/src/platform/http/schemas.ts'
import { createKeyring } from '../../../server/src/platform/secrets/keyring.ts'
import {
  readAuditToken,
  readTrafficToken,
  signSessionToken,
  verifySessionToken,
} from '../../../server/src/testing/parsers/requests.ts'
import { parseJsonOrText } from '../mutate-text.ts'
import type { FuzzTarget } from '../target.ts'

const agent = { key: 1, id: 'a', orgId: 'o' }

function ignoreRejection(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
  }
}

/** Mutates both the decoded token and its encoded form in a query. */
const pageTokens: FuzzTarget = {
  name: 'page-token',
  sourcePattern: /http\/page\.ts|traffic\/token\.ts|audit\/token\.ts/,
  seeds: [
    '["2030-01-31T09:00:00.000Z","per_1"]',
    '["AAAAAAAAAAAA",{"type":"text"},"2030-01-01T00:00:00.000Z","2030-01-31T00:00:00.000Z","2030-01-31T09:00:00.000000Z",5]',
    '["AAAAAAAAAAAA","2030-01-31T09:00:00.000Z","aud_1"]',
    'WyJ4Il0',
  ],
  tokens: ['[', ']', ',', '"', '{', '}', 'Z', '-', '.', '0000', '9999', '+00:00', 'null', '\\u0000', '\\ud800', '='],
  run(text) {
    const filters = z.object({ type: z.string().optional() })
    for (const token of [text, Buffer.from(text).toString('base64url')]) {
      ignoreRejection(() => assertCursor(parsePageToken(token)))
      ignoreRejection(() => readTrafficToken(agent, { list: 'messages', schema: filters, filters: {} }, token))
      ignoreRejection(() => assertCursor(readAuditToken({ id: 'o' }, {} as never, token)))
    }
  },
}

function assertCursor(cursor: { at: Date; id: string } | undefined): void {
  assert.ok(cursor && Number.isFinite(cursor.at.getTime()), 'a page cursor contains a valid time')
  assert.ok(
    cursor.id.isWellFormed() && !cursor.id.includes('\u0000'),
    'a page cursor contains an id that the database accepts',
  )
}

const keyring = createKeyring(Buffer.alloc(32, 7))
const now = new Date('2030-01-31T09:00:00Z')
const signedSession = await signSessionToken({ id: 'ses_1', userId: 'usr_1', orgId: 'demo', epoch: 1 }, keyring, now)

const session: FuzzTarget = {
  name: 'jwt',
  sourcePattern: /session-token\.ts|node_modules\/jose/,
  seeds: [signedSession.token, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 'a.b.c'],
  tokens: ['.', '..', 'eyJ', '=', '-', '_', 'eyJhbGciOiJub25lIn0', 'eyJhbGciOiJSUzI1NiJ9', 'AA'],
  async run(text) {
    const session = await verifySessionToken(text, keyring, now)
    assert.ok(session === undefined || isSignedToken(text), 'a token that we did not sign is accepted')
  },
}

/** base64url ignores white space and the trailing bits. */
const isSignedToken = (text: string): boolean =>
  text.replace(/\s/g, '').slice(0, -1) === signedSession.token.slice(0, -1)

const json: FuzzTarget = {
  name: 'json',
  sourcePattern: /http\/body\.ts/,
  seeds: ['{"a":[1,"x",null,{"b":true}]}', '[[[]]]', '"\\u0041"', '{"__proto__":1}', '-1.5e3'],
  tokens: ['{', '}', '[', ']', '"', ',', ':', '\\u0000', '\\ud800', '1e400', '__proto__', '\ufeff', '\\', 'null', '-0'],
  run: (text) => ignoreRejection(() => readJson(Buffer.from(text), 'application/json')),
}

const instant: FuzzTarget = {
  name: 'instant',
  sourcePattern: /http\/schemas\.ts/,
  seeds: ['2030-01-31T09:00:00Z', '2030-01-31', '1894000000000', '2030-01-31T09:00:00.123+0100'],
  tokens: ['-', ':', 'T', 'Z', '.', '+', '0', '99', '29', '02', '0000', '9999', '24'],
  run(text) {
    const { success, data } = instantQuery.safeParse(text)
    assert.ok(!success || Number.isFinite(data.getTime()), 'an accepted time is valid')
  },
}

const frames: FuzzTarget = {
  name: 'webchat-frame',
  sourcePattern: /packages\/webchat-protocol\/src/,
  seeds: [
    '{"type":"say","id":"1","text":"Hello"}',
    '{"type":"hello","token":"x"}',
    '{"type":"entries","entries":[{"id":"1","at":"2030-01-31T09:00:00Z","from":"agent","text":"Hi","chips":[]}]}',
  ],
  tokens: ['"type":', '"say"', '"text"', '"entries"', '[', ']', '{', '}', ',', '""', 'null', '1', 'true'],
  run(text) {
    const value = parseJsonOrText(text)
    readClientFrame(value)
    readServerFrame(value)
  },
}

export const targets: readonly FuzzTarget[] = [pageTokens, session, json, instant, frames]
