import { Button, Fieldset, Grid, Select, Stack, Switch, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { deleteWithUndo } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { type AutomatedOutreach, toSelectOptions, useOutreaches } from '../shared/outreach-config.ts'
import { HoursFields, MinutesField } from '../shared/TimeFields.tsx'
import { TriggerFields } from '../shared/TriggerFields.tsx'
import {
  type AutomatedOutreachForm,
  toAutomatedOutreachBody,
  toAutomatedOutreachForm,
} from './automated-outreach-form.ts'
import { RuleHistory } from './RuleHistory.tsx'

function RuleFields({ editor }: { editor: Editor<AutomatedOutreachForm> }) {
  const { form, readOnly } = editor
  const outreaches = useOutreaches()
  const { trigger, outreachId, sendWindow, delayMinutes } = form.getValues()
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Fieldset legend={automated.tabs.rule}>
          <Stack>
            <TextInput label={automated.name} required {...form.getInputProps('name')} />
            <Switch
              label={automated.enabled}
              description={automated.enabledHint}
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <TriggerFields
              value={trigger}
              onChange={(change) => form.setFieldValue('trigger', { ...trigger, ...change })}
              readOnly={readOnly}
              errorOf={(field) => form.errors[`trigger.${field}`]}
            />
            <Select
              label={automated.outreachField}
              data={toSelectOptions(outreaches.data, outreachId, strings.deleted)}
              allowDeselect={false}
              {...form.getInputProps('outreachId')}
            />
            <MinutesField
              label={automated.delayField}
              min={0}
              max={43_200}
              value={delayMinutes}
              onChange={(minutes) => form.setFieldValue('delayMinutes', minutes)}
              error={form.errors.delayMinutes}
            />
          </Stack>
        </Fieldset>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Fieldset legend={automated.hours}>
          <Stack>
            <HoursFields
              label={automated.window}
              description={automated.windowHint}
              value={sendWindow}
              onChange={(hours) => form.setFieldValue('sendWindow', hours)}
              errorOf={(field) => form.errors[`sendWindow.${field}`]}
              readOnly={readOnly}
            />
            <Switch
              label={automated.ignoreSafeHours}
              {...form.getInputProps('ignoreSafeHours', { type: 'checkbox' })}
            />
          </Stack>
        </Fieldset>
      </Grid.Col>
    </Grid>
  )
}

const { automated } = strings
const from = '/orgs/$org/agents/$agent/outreach/automated/$ruleId'

export function RulePage() {
  const { ruleId } = useParams({ from })
  const { tab } = useSearch({ from })
  const can = useCan('editor')
  const editor = useRuleEditor(ruleId)
  const params = { ...useRouteIds(), ruleId }
  const { name = ruleId, enabled } = editor.saved ?? {}
  const exact = { exact: true, includeSearch: true }
  return (
    <PageLayout
      title={name}
      beside={
        enabled !== undefined && (
          <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? strings.on : strings.off} />
        )
      }
      actions={can && <DeleteRule ruleId={ruleId} name={name} />}
    >
      <LinkTabs label={automated.tabs.label}>
        <Link to={from} params={params} search={{}} activeOptions={exact}>
          {automated.tabs.rule}
        </Link>
        <Link to={from} params={params} search={{ tab: 'rows' }} activeOptions={{ ...exact, exact: false }}>
          {automated.tabs.rows}
        </Link>
      </LinkTabs>
      {tab === 'rows' ? (
        <RuleHistory ruleId={ruleId} />
      ) : (
        <EditorFrame editor={editor}>
          <RuleFields editor={editor} />
        </EditorFrame>
      )}
    </PageLayout>
  )
}

function useRuleEditor(ruleId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { ruleId }
  return useEditor<AutomatedOutreachForm>({
    key: agent.key('automated-outreach', ruleId),
    read: (signal) => agent.api.raw('GET', '/automated-outreach/{ruleId}', { path, signal }),
    write: (form, headers) =>
      agent.api.raw('PUT', '/automated-outreach/{ruleId}', { path, body: toAutomatedOutreachBody(form), headers }),
    toForm: (answer: AutomatedOutreach) => toAutomatedOutreachForm(answer),
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('automated-outreach', 'all') }),
  })
}

function DeleteRule({ ruleId, name }: { ruleId: string; name: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const all = agent.key('automated-outreach', 'all')
  const remove = () =>
    deleteWithUndo({
      name,
      hide: () => {
        void navigate({ to: '/orgs/$org/agents/$agent/outreach/automated', params: routeIds }).then(() =>
          queries.setQueryData<AutomatedOutreach[]>(all, (rules) => rules?.filter(({ id }) => id !== ruleId)),
        )
      },
      restore: () => void queries.invalidateQueries({ queryKey: all }),
      remove: () => agent.api.delete('/automated-outreach/{ruleId}', { path: { ruleId } }),
    })
  return (
    <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
      {automated.delete}
    </Button>
  )
}
