import { Button, Fieldset, Grid, Group, Radio, Select, Stack, Text } from '@mantine/core'
import type { OutreachClass } from '@parley/definition/vocabulary'
import { type ReactNode, useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { type MessageTemplate, type Outreach, toSelectOptions, useTemplates } from '../shared/outreach-config.ts'
import { MessageTemplateDialog } from './MessageTemplateDialog.tsx'

const { edit } = strings

/** Chooses the template that is sent first; its text can be edited here too. */
export function OpenerField({ editor: { form, readOnly } }: { editor: Editor<OutreachForm> }) {
  const [dialog, setDialog] = useState<{ template?: MessageTemplate }>()
  const templates = useTemplates()
  const { openerTemplateId } = form.getValues()
  const template = templates.data?.find(({ id }) => id === openerTemplateId)
  return (
    <Fieldset legend={edit.opener}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Select
              label={edit.opener}
              description={edit.openerHint}
              data={toSelectOptions(templates.data, openerTemplateId, strings.deleted)}
              searchable
              allowDeselect={false}
              {...form.getInputProps('openerTemplateId')}
            />
            {template && <OpenerBody text={template.body} />}
            {!readOnly && (
              <Group gap="xs">
                {template && (
                  <Button variant="default" size="xs" onClick={() => setDialog({ template })}>
                    {edit.editTemplate}
                  </Button>
                )}
                <Button variant="default" size="xs" onClick={() => setDialog({})}>
                  {edit.newTemplate}
                </Button>
              </Group>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {template && <AmlPreview text={template.body} channels={['rcs']} />}
        </Grid.Col>
      </Grid>
      {dialog && (
        <MessageTemplateDialog
          template={dialog.template}
          onClose={() => setDialog(undefined)}
          onMade={(id) => form.setFieldValue('openerTemplateId', id)}
        />
      )}
    </Fieldset>
  )
}

function OpenerBody({ text }: { text: string }) {
  return (
    <Text
      component="pre"
      size="sm"
      ff="monospace"
      m={0}
      p="sm"
      style={{
        whiteSpace: 'pre-wrap',
        border: '1px solid var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
      }}
    >
      {text}
    </Text>
  )
}

const { classes } = strings

type Props = { value?: string; onChange?: (value: string) => void; error?: ReactNode }

export function ClassField({ value, onChange, error }: Props) {
  return (
    <Radio.Group label={strings.make.class} value={value} onChange={onChange} error={error}>
      <Group mt={6} gap="xl" align="flex-start">
        <Radio value="service" label={classes.service} description={classes.serviceHint} />
        <Radio value="marketing" label={classes.marketing} description={classes.marketingHint} />
      </Group>
    </Radio.Group>
  )
}

/** Form values of an Outreach: absent values are represented by empty ones. */
export type OutreachForm = {
  name: string
  description: string
  class: OutreachClass
  enabled: boolean
  openerTemplateId: string
  inputs: string[]
  goal: Outreach['goal'] | null
  followUp: { templateId: string; delayMinutes: number; maxTimes: number } | null
  channels: OutreachChannel[]
  /** Empty: the opener does not move on by time. */
  undeliveredAfterSeconds: number | ''
  /** The WhatsApp template; without a name there is none. */
  template: { name: string; language: string; variables: string[] }
}

type OutreachChannel = NonNullable<Outreach['channels']>[number]

export const toOutreachForm = (outreach: Outreach): OutreachForm => ({
  name: outreach.name,
  description: outreach.description ?? '',
  class: outreach.class,
  enabled: outreach.enabled,
  openerTemplateId: outreach.openerTemplateId,
  inputs: outreach.inputs,
  goal: outreach.goal ?? null,
  followUp: outreach.followUp ? { maxTimes: 1, ...outreach.followUp } : null,
  channels: outreach.channels ?? ['rcs'],
  undeliveredAfterSeconds: outreach.undeliveredAfterSeconds ?? '',
  template: outreach.templates?.messengerA ?? { name: '', language: '', variables: [] },
})

const isDefault = (channels: readonly string[]): boolean => channels.length === 1 && channels[0] === 'rcs'

/** Request body for PUT: omitted inputs derive from the opener, omitted channels are rcs alone. */
export function toOutreachBody({ description, inputs, goal, followUp, ...more }: OutreachForm) {
  const { channels, undeliveredAfterSeconds, template, ...form } = more
  return {
    ...form,
    ...(!isDefault(channels) && { channels }),
    ...(undeliveredAfterSeconds !== '' && { undeliveredAfterSeconds }),
    ...(template.name.trim() !== '' && { templates: { messengerA: template } }),
    ...(description.trim() !== '' && { description }),
    ...(inputs.length > 0 && { inputs }),
    ...(goal && { goal }),
    ...(followUp && { followUp }),
  }
}
