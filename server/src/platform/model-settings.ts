import { z } from 'zod'

/** The settings of language models, part of the table in `config.ts`; `model-choice.ts` interprets them together. */

const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .optional()
/** Without user and password, which fetch rejects. */
const baseUrlSchema = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/^https?:\/\/[^/]*@/.test(value))
  .transform((value) => value.replace(/\/+$/, ''))

export const modelSettings = {
  MODEL: {
    schema: z.string().default('embedded'),
    description:
      'language model that answers: a provider (openai, anthropic, google, openai-compatible) and its model, or embedded',
    example: 'anthropic:claude-sonnet-4-5',
  },
  JUDGE_MODEL: {
    schema: z.string().optional(),
    description: 'model that judges conversations and tests; the one of MODEL when unset',
    example: 'openai:gpt-5-mini',
  },
  AUTHORING_MODEL: {
    schema: z.string().optional(),
    description: 'model that writes flows and test cases; the one of MODEL when unset, and none with embedded',
    example: 'openai:gpt-5',
  },
  MODEL_BASE_URL: {
    schema: baseUrlSchema.optional(),
    description: 'where the model is reached, if not at its public address; openai-compatible needs it',
    example: 'http://127.0.0.1:11434/v1',
  },
  MODEL_API_KEY: { schema: apiKey, description: 'API key for openai-compatible, if it wants one', example: 'any word' },
  OPENAI_API_KEY: {
    schema: apiKey,
    description: 'API key for models of OpenAI',
    example: 'as the OpenAI console shows it',
  },
  ANTHROPIC_API_KEY: {
    schema: apiKey,
    description: 'API key for models of Anthropic',
    example: 'as the Anthropic console shows it',
  },
  GOOGLE_GENERATIVE_AI_API_KEY: {
    schema: apiKey,
    description: 'API key for models of Google',
    example: 'as Google AI Studio shows it',
  },
  MEANINGS: {
    schema: z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
    description: 'whether knowledge is found by meaning too, beyond its words; takes 200 MB of memory once it is used',
    example: 'off',
  },
} as const
