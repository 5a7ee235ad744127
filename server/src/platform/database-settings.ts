import { z } from 'zod'

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional()

export const databaseSettings = {
  DATABASE_URL: {
    schema: postgresUrl,
    description: 'a PostgreSQL from version 15 to use instead of the embedded one',
    example: 'postgres://parley:secret@db.example.com:5432/parley',
  },
  DATABASE_DIRECT_URL: {
    schema: postgresUrl,
    description: 'the same PostgreSQL itself, where DATABASE_URL is a pooler in transaction mode',
    example: 'postgres://parley:secret@db.example.com:5432/parley',
  },
  DATABASE_CONNECTIONS: {
    schema: z.coerce.number().int().min(2).max(500).default(16),
    description:
      'pooled connections of this process to PostgreSQL that one org may hold; up to a quarter more are for other orgs, and up to nine for probes, hot statements and listening',
    example: '16',
  },
  DATABASE_WAIT_SECONDS: {
    schema: z.coerce.number().int().min(0).max(3600).default(30),
    description: 'time in seconds to wait at the start for a database that does not answer yet',
    example: '30',
  },
} as const
