import { useMemo, useState } from 'react'
import { strings } from '#i18n/emulator.ts'
import { PageLayout } from '../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { EmulatorTabs } from './EmulatorTabs.tsx'
import { EmulatorWorkspace } from './EmulatorWorkspace.tsx'
import { useEmulatorSearch, useSelectPersona } from './emulator-search.ts'
import { PersonaDialog } from './form/PersonaDialog.tsx'
import { NoPersonas } from './NoPersonas.tsx'
import { usePersonas } from './persona-data.ts'
import { groupPersonas, type Persona, type PersonaGroup } from './persona-turns.ts'

/** `new`, or the persona being edited, with all its channels. */
export type PersonaEdit = 'new' | PersonaGroup

export function EmulatorPage() {
  return (
    <PageLayout title={strings.title}>
      <EmulatorTabs />
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
