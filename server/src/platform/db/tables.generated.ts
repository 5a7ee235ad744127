// Made from the migrated schema by `npm run table-types`; a check keeps it true. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>
// Written as text: the driver would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>

export type Tables = {
  agents: {
    agent_key: GeneratedAlways<number>
    org_id: string
    id: string
    name: string
    description: string | null
    identity: Json | null
    version: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  api_keys: {
    org_id: string
    id: string
    name: string
    description: string | null
    prefix: string
    hash: Buffer
    scopes: string[]
    expires_at: Timestamp | null
    last_used_at: Timestamp | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  chores: {
    name: string
    due_at: Timestamp | null
    lease_token: string | null
    attempts: Generated<number>
    crashes: Generated<number>
    last_error: string | null
  }
  emulator_grants: {
    agent_key: number
    id: string
    kind: string
    label: string | null
    hash: Buffer
    expires_at: Timestamp | null
    created_at: Timestamp
  }
  gateway_credentials: {
    agent_key: number
    access_token_hash: Buffer
    access_token_last4: string
    created_at: Timestamp
  }
  idempotency_keys: {
    caller: string
    key: string
    request_hash: Buffer
    status: number | null
    body: Buffer | null
    created_at: Timestamp
  }
  installation: {
    key: string
    value: string
    created_at: Timestamp
  }
  members: {
    org_id: string
    user_id: string
    role: string
    created_at: Timestamp
    updated_at: Timestamp
  }
  orgs: {
    id: string
    name: string
    description: string | null
    time_zone: string | null
    features: Generated<string[]>
    products: Generated<string[]>
    created_at: Timestamp
    updated_at: Timestamp
  }
  rate_buckets: {
    key: string
    tokens: number
    allowed: Generated<boolean>
    filled_at: Timestamp
  }
  schema_migrations: {
    version: number
    name: string
    checksum: string
    applied_at: Generated<Timestamp>
  }
  system_keys: {
    id: string
    hash: Buffer
    created_at: Timestamp
  }
  users: {
    id: string
    email: string
    name: string | null
    password_hash: string | null
    session_epoch: Generated<number>
    sysop: Generated<boolean>
    created_at: Timestamp
    updated_at: Timestamp
  }
  work_lanes: {
    kind: string
    lane: string
    ready_at: Timestamp | null
    lease_token: string | null
    version: Generated<number>
    crashes: Generated<number>
  }
}
