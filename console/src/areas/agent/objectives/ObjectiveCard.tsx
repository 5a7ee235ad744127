import { Badge, NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { words } from '#words/agent.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { EntryCard } from '../../../parts/section/EntryCard.tsx'
import { Linted, LintedAlone } from '../../../parts/section/PartFrame.tsx'
import type { Items } from '../../../parts/section/useItems.ts'
import { LongText } from '../fields/LongText.tsx'
import { namingOf } from '../fields/naming.ts'
import type { ObjectivesForm } from './form.ts'

const { objectives: said } = words

type Given = { editor: Editor<ObjectivesForm>; at: number; items: Items<never>; open: boolean }

export function ObjectiveCard({ editor: { form, readOnly, saved }, at, items, open }: Given) {
  const { objectives } = form.values
  const objective = objectives[at]
  if (!objective) return null
  const path = `objectives[${at}]`
  const entries = { form, path: 'objectives', entries: objectives, saved: saved?.objectives ?? [] }
  const field = (name: string) => form.getInputProps(`objectives.${at}.${name}`)
  const { body, enabled, version, templateId } = objective
  return (
    <EntryCard
      name={objective.name || said.unnamed}
      summary={objective.description || body}
      badges={
        <>
          {!enabled && (
            <Badge variant="default" size="sm" tt="none">
              {said.off}
            </Badge>
          )}
          {templateId && (
            <Badge variant="default" size="sm" tt="none">
              {said.template(version)}
            </Badge>
          )}
        </>
      }
      {...{ at, items, path, open, readOnly }}
    >
      <LintedAlone path={path} />
      <Linted path={`${path}.name`}>
        <TextInput
          label={said.name}
          required
          autoFocus={items.isNew(items.keys[at] ?? '')}
          {...namingOf({ ...entries, fallback: 'objective', from: 'name' }, at)}
        />
      </Linted>
      <Linted path={`${path}.description`}>
        <TextInput label={said.description} {...field('description')} />
      </Linted>
      <Linted path={`${path}.body`}>
        <LongText
          path={`objectives.${at}.body`}
          label={said.body}
          description={said.bodyHelp}
          readOnly={readOnly}
          value={body}
          error={form.errors[`objectives.${at}.body`]}
          onChange={(text) => form.setFieldValue(`objectives.${at}.body`, text as never)}
        />
      </Linted>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Linted path={`${path}.priority`}>
          <NumberInput
            label={said.priority}
            description={said.priorityHelp}
            min={0}
            max={1000}
            allowDecimal={false}
            {...field('priority')}
          />
        </Linted>
        <Linted path={`${path}.id`}>
          <TextInput label={said.id} description={said.idHelp} {...field('id')} />
        </Linted>
      </SimpleGrid>
      <Switch label={said.enabled} {...form.getInputProps(`objectives.${at}.enabled`, { type: 'checkbox' })} />
    </EntryCard>
  )
}
