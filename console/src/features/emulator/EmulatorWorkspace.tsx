import { Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { strings } from '#i18n/emulator.ts'
import { SidePanel } from '../../components/Dialog.tsx'
import type { PersonaEdit } from './EmulatorPage.tsx'
import styles from './emulator.module.css'
import { Inspector } from './Inspector.tsx'
import { PersonaComposer } from './PersonaComposer.tsx'
import { PersonaList } from './PersonaList.tsx'
import { PersonaPhone } from './Phone.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { usePersonaTurns, usePlayTurns } from './persona-data.ts'
import type { EmulatedChannel, Persona, PersonaDirective, PersonaGroup } from './persona-turns.ts'

type EmulatorWorkspaceProps = {
  groups: readonly PersonaGroup[]
  group: PersonaGroup
  chosen: Persona
  beside: readonly EmulatedChannel[]
  more?: () => void
  edit: (editing: PersonaEdit) => void
}

/** Without a turn it is the newest of that phone. */
type PickedPersona = { personaId: string; turnId?: string }

/** Who is played at the left, their phones, and at the right how an answer came about. */
export function EmulatorWorkspace({ groups, group, chosen, beside, more, edit }: EmulatorWorkspaceProps) {
  const shown = [chosen, ...group.personas.filter((one) => one !== chosen && beside.includes(one.channel))]
  const reads = usePersonaTurns(shown)
  const [picked, setPicked] = useState<PickedPersona>()
  const [drawn, drawer] = useDisclosure()
  const { attempts, play } = usePlayTurns()
  const now = { getInitialValueInEffect: false }
  const narrow = useMediaQuery('(max-width: 48em)', false, now)
  const wide = useMediaQuery('(min-width: 75em)', true, now)
  const vast = useMediaQuery('(min-width: 110em)', false, now)
  const inline = (wide && shown.length === 1) || vast
  const looked = Math.max(
    0,
    shown.findIndex(({ id }) => id === picked?.personaId),
  )
  const turns = reads[looked]?.data?.data ?? []
  const turnId = picked?.turnId ?? turns.at(-1)?.turnId
  const why = (persona: Persona, turnId: string) => {
    setPicked({ personaId: persona.id, turnId })
    if (!inline) drawer.open()
  }
  const playOn = (personas: readonly Persona[], turn: PersonaDirective, labels?: readonly string[]) => {
    setPicked({ personaId: personas[0]?.id ?? '' })
    for (const persona of personas) play(persona, turn, labels)
  }
  const inspector = (
    <Inspector
      turns={turns}
      turnId={turnId}
      pick={(turnId) => setPicked({ personaId: shown[looked]?.id ?? '', turnId })}
    />
  )
  return (
    <div className={styles.stage} data-inspector={(inline && !narrow) || undefined} data-narrow={narrow || undefined}>
      <PersonaList groups={groups} group={group} narrow={narrow} more={more} edit={edit} />
      <Stack gap="sm" miw={0}>
        <PhoneBar group={group} shown={shown} />
        <section className={styles.phones} aria-label={strings.phones.label}>
          {shown.map((persona, index) => (
            <PersonaPhone
              key={persona.id}
              persona={persona}
              turns={reads[index]?.data?.data}
              error={reads[index]?.error ?? undefined}
              attempts={attempts.filter((one) => one.personaId === persona.id && one.userId === persona.userId)}
              picked={turnId}
              play={(turn, labels) => playOn([persona], turn, labels)}
              why={(turnId) => why(persona, turnId)}
            />
          ))}
        </section>
        <PersonaComposer name={group.name} phones={shown.length} say={(turn) => playOn(shown, turn)} />
      </Stack>
      {inline && !narrow ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <aside className={styles.inspector} aria-label={strings.inspector.label} tabIndex={0}>
          {inspector}
        </aside>
      ) : (
        <SidePanel opened={drawn} onClose={drawer.close} title={strings.inspector.label} padding="md">
          {inspector}
        </SidePanel>
      )}
    </div>
  )
}
