import { Button, Center, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconMasksTheater } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/emulator.ts'
import { useAgent } from '../../app/current-org.ts'
import { ModelNotice } from '../../components/ModelNotice.tsx'
import { notify } from '../../components/notify.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { EmulatorTabs } from './EmulatorTabs.tsx'
import { EmulatorWorkspace } from './EmulatorWorkspace.tsx'
import styles from './emulator.module.css'
import { useEmulatorSearch, useSelectPersona } from './emulator-search.ts'
import { PersonaDialog } from './form/PersonaDialog.tsx'
import { useCreatePersona, usePersonas } from './persona-data.ts'
import { groupPersonas, type Persona, type PersonaGroup } from './persona-turns.ts'

/** `new`, or the persona being edited, with all its channels. */
export type PersonaEdit = 'new' | PersonaGroup

export function EmulatorPage() {
  const { id: agentId } = useAgent()
  return (
    <PageLayout title={strings.title}>
      <EmulatorTabs />
      <ModelNotice agentId={agentId} onlyEmbedded />
      <Personas />
    </PageLayout>
  )
}

/** Personas, the phones of the selected one, and explanations of the agent's answers. */
export function Personas() {
  const { persona: chosen, beside } = useEmulatorSearch()
  const select = useSelectPersona()
  const { rows, error, refetch, more } = usePersonas()
  const [editing, setEditing] = useState<PersonaEdit>()
  const groups = useMemo(() => groupPersonas(rows ?? []), [rows])
  const open = (persona: Persona) => {
    setEditing(undefined)
    select({ persona: persona.id })
  }
  const group = groups.find(({ personas }) => personas.some(({ id }) => id === chosen)) ?? groups[0]
  return (
    <>
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <NoPersonas made={open} own={() => setEditing('new')} />}
      {group && (
        <EmulatorWorkspace
          key={group.key}
          groups={groups}
          group={group}
          chosen={group.personas.find(({ id }) => id === chosen) ?? (group.personas[0] as Persona)}
          beside={beside ?? []}
          more={more.has ? more.load : undefined}
          edit={setEditing}
        />
      )}
      {editing && <PersonaDialog editing={editing} done={open} close={() => setEditing(undefined)} />}
    </>
  )
}

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
function NoPersonas({ made, own }: { made: (persona: Persona) => void; own: () => void }) {
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
