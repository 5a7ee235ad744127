import {
  apiKeySetting,
  issuerUrlSetting,
  modelNameSetting,
  modelNameWithDefaultSetting,
  modelUrlSetting,
  postgresUrlSetting,
  secretTextSetting,
  switchSetting,
  textSetting,
  wholeNumberSetting,
} from './setting-kinds.ts'

/** The settings of language models, part of the table in `config.ts`; `model-choice.ts` interprets them together. */

export const modelSettings = {
  MODEL: {
    ...modelNameWithDefaultSetting('embedded'),
    description:
      'language model that answers: a provider (openai, anthropic, google, openai-compatible) and its model, or embedded',
    example: 'anthropic:claude-sonnet-4-5',
  },
  JUDGE_MODEL: {
    ...modelNameSetting,
    description: 'model that judges conversations and tests; the one of MODEL when unset',
    example: 'openai:gpt-5-mini',
  },
  AUTHORING_MODEL: {
    ...modelNameSetting,
    description: 'model that writes flows and test cases; the one of MODEL when unset, and none with embedded',
    example: 'openai:gpt-5',
  },
  MODEL_BASE_URL: {
    ...modelUrlSetting,
    description: 'where the model is reached, if not at its public address; openai-compatible needs it',
    example: 'http://127.0.0.1:11434/v1',
  },
  MODEL_API_KEY: {
    ...apiKeySetting,
    description: 'API key for openai-compatible, if it wants one',
    example: 'any-word',
  },
  OPENAI_API_KEY: {
    ...apiKeySetting,
    description: 'API key for models of OpenAI',
    example: 'sk-your-key',
  },
  ANTHROPIC_API_KEY: {
    ...apiKeySetting,
    description: 'API key for models of Anthropic',
    example: 'sk-ant-your-key',
  },
  GOOGLE_GENERATIVE_AI_API_KEY: {
    ...apiKeySetting,
    description: 'API key for models of Google',
    example: 'your-api-key',
  },
  MEANINGS: {
    ...switchSetting(true),
    description: 'whether knowledge is found by meaning too, beyond its words; takes 200 MB of memory once it is used',
    example: 'off',
  },
} as const

export const databaseSettings = {
  DATABASE_URL: {
    ...postgresUrlSetting,
    description: 'a PostgreSQL from version 15 to use instead of the embedded one',
    example: 'postgres://parley:secret@db.example.com:5432/parley',
  },
  DATABASE_DIRECT_URL: {
    ...postgresUrlSetting,
    description: 'the same PostgreSQL itself, where DATABASE_URL is a pooler in transaction mode',
    example: 'postgres://parley:secret@db.example.com:5432/parley',
  },
  DATABASE_CONNECTIONS: {
    ...wholeNumberSetting({ min: 2, max: 500, fallback: 16 }),
    description:
      'pooled connections of this process to PostgreSQL that one org may hold; up to a quarter more are for other orgs, and up to nine for probes, hot statements and listening',
    example: '16',
  },
  DATABASE_WAIT_SECONDS: {
    ...wholeNumberSetting({ min: 0, max: 3600, fallback: 30 }),
    description: 'time in seconds to wait at the start for a database that does not answer yet',
    example: '30',
  },
} as const

export const oidcSettings = {
  OIDC_ISSUER: {
    ...issuerUrlSetting,
    description: 'OpenID Connect issuer for sign-in',
    example: 'https://login.example.com',
  },
  OIDC_CLIENT_ID: { ...textSetting, description: 'audience of its ID tokens', example: 'parley' },
  OIDC_CLIENT_SECRET: {
    ...secretTextSetting,
    description: 'secret of that client, where the issuer has given it one',
    example: 'your-client-secret',
  },
} as const
