import { Button, Fieldset, Grid, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { strings } from '#i18n/outreach.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { type MessageTemplate, toSelectOptions, useTemplates } from '../shared/outreach-config.ts'
import { MessageTemplateDialog } from './MessageTemplateDialog.tsx'
import type { OutreachForm } from './outreach-form.ts'

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
              data={toSelectOptions(templates.data, openerTemplateId, strings.gone)}
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
