import type { Generated } from 'kysely';
import type { Defaulted, Timestamp } from '../../platform/db/columns.ts';
import { isShortLived, ofNobody, ofUser, type PersonalDataByTable } from '../../platform/db/personal-data.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    email_codes: {
      id: Generated<string>;
      email: string;
      /** The address without its `+tag`, for the limits on emails. */
      mailbox: string;
      /** The flow token of the browser that asked, hashed; null for a code from the command line. */
      flow_hash: Buffer | null;
      /** The network address that asked, as a keyed hash; null for a code from the command line. */
      network: Buffer | null;
      /** The browser that asked has signed in with this address before. */
      known_device: Defaulted<boolean>;
      /** Sent by email; codes from the command line do not count against the limits on emails. */
      mailed: Defaulted<boolean>;
      /** Wrong tries of the browser that asked. */
      tries: Defaulted<number>;
      /** Wrong tries of all other browsers. */
      outside_tries: Defaulted<number>;
      outside_tried_at: Timestamp | null;
      created_at: Timestamp;
      expires_at: Timestamp;
      used_at: Timestamp | null;
    };
    sign_in_links: {
      token_hash: Buffer;
      /** Null: whoever uses it becomes the first organizer. */
      user_id: string | null;
      expires_at: Timestamp;
      used_at: Timestamp | null;
    };
    oidc_flows: {
      cookie_hash: Buffer;
      issuer: string;
      state: string;
      nonce: string;
      code_verifier: string;
      return_to: string;
      expires_at: Timestamp;
    };
  }
}

export const authData = {
  email_codes: { address: 'email' },
  sign_in_links: ofUser({ exported: isShortLived }),
  oidc_flows: ofNobody,
} satisfies PersonalDataByTable;
