import { Button, Center, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconMasksTheater } from '@tabler/icons-react'
import { strings } from '#i18n/emulator.ts'
import { notify } from '../../components/notify.tsx'
import styles from './emulator.module.css'
import { useCreatePersona } from './persona-data.ts'
import type { Persona } from './persona-turns.ts'

const { visitor, customer, returning, refuser } = strings.presets
type PersonaPreset = { says: string; body: Schema<'PersonaCreate'> }

/** Presets that create a persona in one click. */
const personaPresets: readonly PersonaPreset[] = [
  { says: visitor.description, body: { name: visitor.name, consent: { status: 'unknown' } } },
  {
    says: customer.description,
    body: {
      name: customer.name,
      consent: { status: 'granted' },
      fields: {
        firstName: 'Alex',
        lastName: 'Example',
        email: 'alex@example.com',
        phone: '+12025550143',
        status: 'converted',
      },
    },
  },
  {
    says: returning.description,
    body: {
      name: returning.name,
      consent: { status: 'granted' },
      fields: { firstName: 'Sam', status: 'contacted' },
      historySeed: [
        { role: 'user', content: returning.wrote },
        { role: 'assistant', content: returning.answered },
      ],
    },
  },
  {
    says: refuser.description,
    body: { name: refuser.name, consent: { status: 'denied' }, fields: { firstName: 'Kim' } },
  },
]

/** Empty state: offers presets that create a persona in one click. */
export function NoPersonas({ made, own }: { made: (persona: Persona) => void; own: () => void }) {
  const making = useCreatePersona(made)
  return (
    <Center py="xl">
      <Stack align="center" gap="sm" maw={720} ta="center" w="100%">
        <IconMasksTheater size={44} stroke={1.2} aria-hidden />
        <Title order={2} size="h4">
          {strings.empty.title}
        </Title>
        <Text className="quiet" maw={480}>
          {strings.empty.text}
        </Text>
        <section className={styles.presets} aria-label={strings.presets.label}>
          {personaPresets.map(({ says, body }) => (
            <UnstyledButton
              key={body.name}
              className={styles.preset}
              disabled={making.isPending}
              onClick={() => making.mutate(body, { onError: notify.error })}
            >
              <Text fw={600}>{body.name}</Text>
              <Text size="sm" className="quiet">
                {says}
              </Text>
            </UnstyledButton>
          ))}
        </section>
        <Button variant="default" onClick={own}>
          {strings.empty.own}
        </Button>
      </Stack>
    </Center>
  )
}
