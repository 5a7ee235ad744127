// Generated from the OpenAPI documents by `npm run sdk-types`; a check keeps it up to date. Do not edit.
export const webhookSamples = {
  "agent.created": {
    "id": "evt_01",
    "type": "agent.created",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "name": "Front desk"
    }
  },
  "agent.updated": {
    "id": "evt_01",
    "type": "agent.updated",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "version": 7,
      "sections": [
        "playbooks"
      ]
    }
  },
  "agent.published": {
    "id": "evt_01",
    "type": "agent.published",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "version": 8,
      "draftId": "dft_01",
      "label": "Summer hours"
    }
  },
  "agent.restored": {
    "id": "evt_01",
    "type": "agent.restored",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "version": 9,
      "restoredFrom": 7
    }
  },
  "replay.completed": {
    "id": "evt_01",
    "type": "replay.completed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "replayId": "rpl_01",
      "status": "completed",
      "conversations": 100,
      "turns": 340,
      "same": 93,
      "changed": 6,
      "errors": 1
    }
  },
  "agent.deleted": {
    "id": "evt_01",
    "type": "agent.deleted",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk"
    }
  },
  "channel.status_changed": {
    "id": "evt_01",
    "type": "channel.status_changed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "bindingId": "chn_01",
      "channel": "rcs",
      "from": "Provisioning",
      "to": "Active"
    }
  },
  "person.created": {
    "id": "evt_01",
    "type": "person.created",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01"
    }
  },
  "person.updated": {
    "id": "evt_01",
    "type": "person.updated",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01",
      "changed": [
        "email",
        "status"
      ],
      "status": {
        "from": "new",
        "to": "contacted"
      }
    }
  },
  "person.deleted": {
    "id": "evt_01",
    "type": "person.deleted",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01"
    }
  },
  "person.consent_changed": {
    "id": "evt_01",
    "type": "person.consent_changed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01",
      "status": {
        "from": "unknown",
        "to": "granted"
      }
    }
  },
  "appointment.booked": {
    "id": "evt_01",
    "type": "appointment.booked",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01",
      "appointmentId": "apt_01",
      "representativeId": "robin",
      "startUtc": "2030-01-31T09:00:00.000Z"
    }
  },
  "appointment.rescheduled": {
    "id": "evt_01",
    "type": "appointment.rescheduled",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01",
      "appointmentId": "apt_01",
      "representativeId": "robin",
      "startUtc": "2030-02-01T09:00:00.000Z",
      "from": "2030-01-31T09:00:00.000Z"
    }
  },
  "appointment.cancelled": {
    "id": "evt_01",
    "type": "appointment.cancelled",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01",
      "appointmentId": "apt_01",
      "representativeId": "robin",
      "startUtc": "2030-01-31T09:00:00.000Z"
    }
  },
  "appointment.updated": {
    "id": "evt_01",
    "type": "appointment.updated",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "personId": "per_01",
      "appointmentId": "apt_01",
      "representativeId": "robin",
      "changed": [
        "notes"
      ]
    }
  },
  "outreach.send.updated": {
    "id": "evt_01",
    "type": "outreach.send.updated",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "sendId": "snd_01",
      "outreachId": "welcome",
      "origin": "named",
      "personId": "per_01",
      "state": "sent",
      "responded": true
    }
  },
  "campaign.status_changed": {
    "id": "evt_01",
    "type": "campaign.status_changed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "campaignId": "cmp_01",
      "outreachId": "welcome",
      "status": "completed",
      "previousStatus": "running"
    }
  },
  "test.run.completed": {
    "id": "evt_01",
    "type": "test.run.completed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "runId": "run_01",
      "status": "completed",
      "counts": {
        "total": 12,
        "passed": 11,
        "failed": 1,
        "errored": 0,
        "skipped": 0
      }
    }
  },
  "goal.reached": {
    "id": "evt_01",
    "type": "goal.reached",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "goalId": "visit-booked",
      "personId": "per_01",
      "userId": "usr_01",
      "sessionId": "ses_01",
      "channel": "rcs"
    }
  },
  "link.tapped": {
    "id": "evt_01",
    "type": "link.tapped",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "sendId": "snd_01",
      "outreachId": "spring-visit",
      "personId": "per_01",
      "userId": "usr_01",
      "channel": "rcs",
      "url": "https://example.com/offer"
    }
  },
  "conversation.started": {
    "id": "evt_01",
    "type": "conversation.started",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "userId": "usr_01",
      "sessionId": "ses_01",
      "channel": "rcs",
      "initiatedBy": "user"
    }
  },
  "conversation.ended": {
    "id": "evt_01",
    "type": "conversation.ended",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "userId": "usr_01",
      "sessionId": "ses_01",
      "channel": "rcs",
      "messageCount": 14
    }
  },
  "desk.waiting": {
    "id": "evt_01",
    "type": "desk.waiting",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "userId": "usr_01",
      "personId": "per_01",
      "sessionId": "ses_01",
      "channel": "rcs"
    }
  },
  "desk.taken": {
    "id": "evt_01",
    "type": "desk.taken",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "userId": "usr_01",
      "personId": "per_01",
      "sessionId": "ses_01",
      "channel": "rcs",
      "assignee": "user_01",
      "by": "user_01"
    }
  },
  "desk.returned": {
    "id": "evt_01",
    "type": "desk.returned",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "userId": "usr_01",
      "personId": "per_01",
      "sessionId": "ses_01",
      "channel": "rcs",
      "by": "user_01"
    }
  },
  "desk.closed": {
    "id": "evt_01",
    "type": "desk.closed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "userId": "usr_01",
      "personId": "per_01",
      "sessionId": "ses_01",
      "channel": "rcs",
      "by": "user_01"
    }
  },
  "connection.status_changed": {
    "id": "evt_01",
    "type": "connection.status_changed",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "connectionId": "con_01",
      "provider": "google",
      "status": "expired",
      "previousStatus": "connected"
    }
  },
  "budget.threshold_reached": {
    "id": "evt_01",
    "type": "budget.threshold_reached",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "agentId": "front-desk",
      "threshold": 80,
      "amount": 20,
      "spent": 16.2,
      "currency": "USD",
      "per": "month",
      "resetsAt": "2030-02-01T00:00:00.000Z"
    }
  },
  "api_key.created": {
    "id": "evt_01",
    "type": "api_key.created",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "keyId": "key_01",
      "name": "CI",
      "scopes": [
        "agents:read",
        "catalogs:read"
      ]
    }
  },
  "api_key.revoked": {
    "id": "evt_01",
    "type": "api_key.revoked",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "keyId": "key_01",
      "name": "CI"
    }
  },
  "webhook.deactivated": {
    "id": "evt_01",
    "type": "webhook.deactivated",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "webhookId": "whk_01",
      "reason": "failing",
      "failingSince": "2030-01-31T09:00:00.000Z"
    }
  },
  "webhook.test": {
    "id": "evt_01",
    "type": "webhook.test",
    "timestamp": "2030-01-31T09:00:00.000Z",
    "orgId": "demo",
    "data": {
      "webhookId": "whk_01"
    }
  }
}
