import { Badge, Group, Input, SegmentedControl, Select, Text, Textarea, TextInput } from '@mantine/core'
import { words } from '#words/agent.ts'
import { useAgent, useOrg } from '../../../app/org.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { EntryCard } from '../../../parts/section/EntryCard.tsx'
import { Linted, LintedAlone } from '../../../parts/section/PartFrame.tsx'
import type { Items } from '../../../parts/section/useItems.ts'
import { namingOf } from '../fields/naming.ts'
import { useExport } from '../frame/useExport.ts'
import { aimingAt } from './assigned.ts'
import { type GoalsForm, goalEvents } from './form.ts'

const { goals: said } = words

type Given = {
  editor: Editor<GoalsForm>
  at: number
  items: Items<never>
  open: boolean
  isDefault: boolean
}

export function GoalCard({ editor: { form, readOnly, saved }, at, items, open, isDefault }: Given) {
  const { goals } = form.values
  const goal = goals[at]
  if (!goal) return null
  const path = `goals.goals[${at}]`
  const { kind, event, criterion } = goal.definition
  const naming = {
    form,
    path: 'goals',
    entries: goals,
    saved: saved?.goals ?? [],
    fallback: 'goal',
    from: 'name' as const,
  }
  return (
    <EntryCard
      name={goal.name || said.unnamed}
      summary={kind === 'event' ? said.events[event] : criterion}
      badges={
        isDefault && (
          <Badge variant="default" size="sm" tt="none">
            {said.isDefault}
          </Badge>
        )
      }
      {...{ at, items, path, open, readOnly }}
    >
      <LintedAlone path={path} />
      <Linted path={`${path}.name`}>
        <TextInput
          label={said.name}
          required
          maxLength={200}
          autoFocus={items.isNew(items.keys[at] ?? '')}
          {...namingOf(naming, at)}
        />
      </Linted>
      <Linted path={`${path}.id`}>
        <TextInput label={said.id} description={said.idHelp} {...form.getInputProps(`goals.${at}.id`)} />
      </Linted>
      <Linted path={`${path}.description`}>
        <Textarea label={said.description} autosize minRows={1} {...form.getInputProps(`goals.${at}.description`)} />
      </Linted>
      <Input.Wrapper label={said.reached} labelElement="div">
        <div>
          <SegmentedControl
            mt={4}
            aria-label={said.reached}
            disabled={readOnly}
            data={[
              { value: 'event', label: said.byEvent },
              { value: 'judged', label: said.byReview },
            ]}
            {...form.getInputProps(`goals.${at}.definition.kind`)}
          />
        </div>
      </Input.Wrapper>
      <Reached form={form} at={at} kind={kind} />
      <AimedAtBy goalId={goal.id} isDefault={isDefault} />
    </EntryCard>
  )
}

function Reached({ form, at, kind }: { form: Editor<GoalsForm>['form']; at: number; kind: 'event' | 'judged' }) {
  const path = `goals.goals[${at}].definition`
  if (kind === 'judged') {
    return (
      <Linted path={`${path}.criterion`}>
        <Textarea
          label={said.criterion}
          description={said.criterionHelp}
          autosize
          minRows={2}
          {...form.getInputProps(`goals.${at}.definition.criterion`)}
        />
      </Linted>
    )
  }
  return (
    <Linted path={`${path}.event`}>
      <Select
        label={said.event}
        data={goalEvents.map((value) => ({ value, label: said.events[value] }))}
        allowDeselect={false}
        {...form.getInputProps(`goals.${at}.definition.event`)}
      />
    </Linted>
  )
}

/** Who aims at it, each a way to where that is written. */
function AimedAtBy({ goalId, isDefault }: { goalId: string; isDefault: boolean }) {
  const org = useOrg()
  const agent = useAgent()
  const document = useExport().data
  const { playbooks, outreaches } = aimingAt(goalId, document ?? {})
  const params = { org: org.id, agent: agent.id }
  const aims = isDefault || playbooks.length > 0 || outreaches.length > 0
  return (
    <Group gap={8}>
      <Text size="sm" className="quiet">
        {aims ? said.aimedAtBy : said.aimedAtByNobody}
      </Text>
      {isDefault && <Text size="sm">{said.everyConversation}</Text>}
      {playbooks.map(({ id, name }) => (
        <AnchorLink
          size="sm"
          key={id}
          to="/orgs/$org/agents/$agent/playbooks/$playbookId"
          params={{ ...params, playbookId: id }}
        >
          {said.playbook(name)}
        </AnchorLink>
      ))}
      {outreaches.map(({ id, name }) => (
        <AnchorLink
          size="sm"
          key={id}
          to="/orgs/$org/agents/$agent/outreach/edit/$outreachId"
          params={{ ...params, outreachId: id }}
        >
          {said.outreach(name)}
        </AnchorLink>
      ))}
    </Group>
  )
}
