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
      'language model that replies to people: provider:model (openai, anthropic, google or openai-compatible), or embedded',
    example: 'anthropic:claude-sonnet-4-5',
  },
  JUDGE_MODEL: {
    ...modelNameSetting,
    description: 'model that judges conversations and tests; default: MODEL',
    example: 'openai:gpt-5-mini',
  },
  AUTHORING_MODEL: {
    ...modelNameSetting,
    description: 'model that writes flows and test cases; default: MODEL, or none if that is embedded',
    example: 'openai:gpt-5',
  },
  MODEL_BASE_URL: {
    ...modelUrlSetting,
    description: 'base URL of the model API, if not the public one; required for openai-compatible',
    example: 'http://127.0.0.1:11434/v1',
  },
  MODEL_API_KEY: {
    ...apiKeySetting,
    description: 'API key for openai-compatible, if the server requires one',
    example: 'any-word',
  },
  OPENAI_API_KEY: {
    ...apiKeySetting,
    description: 'API key for OpenAI models',
    example: 'sk-your-key',
  },
  ANTHROPIC_API_KEY: {
    ...apiKeySetting,
    description: 'API key for Anthropic models',
    example: 'sk-ant-your-key',
  },
  GOOGLE_GENERATIVE_AI_API_KEY: {
    ...apiKeySetting,
    description: 'API key for Google models',
    example: 'your-api-key',
  },
  MEANINGS: {
    ...switchSetting(true),
    description:
      'whether knowledge search also matches by meaning, not only by words; uses 200 MB of memory while it is in use',
    example: 'off',
  },
} as const

export const databaseSettings = {
  DATABASE_URL: {
    ...postgresUrlSetting,
    description: 'an external PostgreSQL, version 15 or later, to use instead of the embedded one',
    example: 'postgres://parley:secret@db.example.com:5432/parley',
  },
  DATABASE_DIRECT_URL: {
    ...postgresUrlSetting,
    description: 'a direct connection to the same PostgreSQL, if DATABASE_URL is a pooler in transaction mode',
    example: 'postgres://parley:secret@db.example.com:5432/parley',
  },
  DATABASE_CONNECTIONS: {
    ...wholeNumberSetting({ min: 2, max: 500, fallback: 16 }),
    description:
      'pooled PostgreSQL connections of this process that one org may use; up to a quarter more serve other orgs, and up to nine serve probes, hot statements and LISTEN',
    example: '16',
  },
  DATABASE_WAIT_SECONDS: {
    ...wholeNumberSetting({ min: 0, max: 3600, fallback: 30 }),
    description: 'seconds to wait at startup for a database that does not answer yet',
    example: '30',
  },
} as const

export const oidcSettings = {
  OIDC_ISSUER: {
    ...issuerUrlSetting,
    description: 'OpenID Connect issuer for sign-in',
    example: 'https://login.example.com',
  },
  OIDC_CLIENT_ID: {
    ...textSetting,
    description: 'client id at that issuer: the audience of its ID tokens',
    example: 'parley',
  },
  OIDC_CLIENT_SECRET: {
    ...secretTextSetting,
    description: 'secret of that client, if the issuer has assigned one',
    example: 'your-client-secret',
  },
} as const
