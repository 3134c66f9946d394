export const STATEMENT_COLUMNS = [
  ...(['date', 'value_date', 'description', 'reference', 'debit', 'credit'] as const),
  ...(['amount', 'direction', 'balance', 'balance_direction'] as const),
] as const;
export type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

/** Names of the columns in one format of a bank's statements. A repeated name has `(2)` behind it. */
export type PresetForm = Readonly<Partial<Record<StatementColumn, string>>>;

interface Preset {
  label: string;
  forms: readonly PresetForm[];
}

/** The formats of banks' statements, those of net banking and those for companies. */
export const PRESETS = {
  hdfc: {
    label: 'HDFC Bank',
    forms: [
      {
        date: 'Date',
        description: 'Narration',
        reference: 'Chq./Ref.No.',
        value_date: 'Value Dt',
        debit: 'Withdrawal Amt.',
        credit: 'Deposit Amt.',
        balance: 'Closing Balance',
      },
      {
        date: 'Date',
        description: 'Narration',
        value_date: 'Value Dat',
        debit: 'Debit Amount',
        credit: 'Credit Amount',
        reference: 'Chq/Ref Number',
        balance: 'Closing Balance',
      },
      {
        date: 'Transaction Date',
        description: 'Transaction Description',
        amount: 'Transaction Amount',
        direction: 'Debit / Credit',
        reference: 'Reference No.',
        value_date: 'Value Date',
        balance: 'Running Balance',
      },
    ],
  },
  icici: {
    label: 'ICICI Bank',
    forms: [
      {
        value_date: 'Value Date',
        date: 'Transaction Date',
        reference: 'Cheque Number',
        description: 'Transaction Remarks',
        debit: 'Withdrawal Amount (INR )',
        credit: 'Deposit Amount (INR )',
        balance: 'Balance (INR )',
      },
      {
        value_date: 'Value Date',
        date: 'Txn Posted Date',
        reference: 'ChequeNo.',
        description: 'Description',
        direction: 'Cr/Dr',
        amount: 'Transaction Amount(INR)',
        balance: 'Available Balance(INR)',
      },
    ],
  },
  sbi: {
    label: 'State Bank of India',
    forms: [
      {
        date: 'Txn Date',
        value_date: 'Value Date',
        description: 'Description',
        reference: 'Ref No./Cheque No.',
        debit: 'Debit',
        credit: 'Credit',
        balance: 'Balance',
      },
    ],
  },
  axis: {
    label: 'Axis Bank',
    forms: [
      {
        date: 'Tran Date',
        reference: 'CHQNO',
        description: 'PARTICULARS',
        debit: 'DR',
        credit: 'CR',
        balance: 'BAL',
      },
      {
        date: 'Tran Date',
        value_date: 'Value Date',
        reference: 'CHQNO',
        description: 'Transaction Particulars',
        amount: 'Amount(INR)',
        direction: 'DR|CR',
        balance: 'Balance(INR)',
      },
    ],
  },
  kotak: {
    label: 'Kotak Mahindra Bank',
    forms: [
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Description',
        reference: 'Chq / Ref No.',
        amount: 'Amount',
        direction: 'Dr / Cr',
        balance: 'Balance',
        balance_direction: 'Dr / Cr (2)',
      },
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Description',
        reference: 'Chq / Ref No.',
        debit: 'Debit',
        credit: 'Credit',
        balance: 'Balance',
        balance_direction: 'Dr / Cr',
      },
    ],
  },
  yes: {
    label: 'Yes Bank',
    forms: [
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Description',
        reference: 'Cheque No/Reference No',
        debit: 'Withdrawals',
        credit: 'Deposits',
        balance: 'Running Balance',
      },
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Description',
        reference: 'Reference Number',
        amount: 'Amount',
        direction: 'CR/DR',
        balance: 'Running Balance',
      },
    ],
  },
  indusind: {
    label: 'IndusInd Bank',
    forms: [
      {
        date: 'Date',
        direction: 'Type',
        description: 'Description',
        debit: 'Debit',
        credit: 'Credit',
        balance: 'Balance',
      },
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Narration',
        reference: 'Reference No',
        amount: 'Amount',
        direction: 'Dr/Cr',
        balance: 'Balance',
      },
    ],
  },
  idfc: {
    label: 'IDFC First Bank',
    forms: [
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Particulars',
        reference: 'Cheque No.',
        debit: 'Debit',
        credit: 'Credit',
        balance: 'Balance',
      },
    ],
  },
  bob: {
    label: 'Bank of Baroda',
    forms: [
      {
        date: 'TRAN DATE',
        value_date: 'VALUE DATE',
        description: 'NARRATION',
        reference: 'CHQ.NO.',
        debit: 'WITHDRAWAL(DR)',
        credit: 'DEPOSIT(CR)',
        balance: 'BALANCE(INR)',
      },
      {
        date: 'Transaction Date',
        value_date: 'Value Date',
        description: 'Description',
        reference: 'Cheque Number',
        debit: 'Debit',
        credit: 'Credit',
        balance: 'Balance',
      },
    ],
  },
  pnb: {
    label: 'Punjab National Bank',
    forms: [
      {
        date: 'Txn Date',
        description: 'Description',
        reference: 'Cheque No.',
        debit: 'Dr Amount',
        credit: 'Cr Amount',
        balance: 'Balance',
      },
    ],
  },
} as const satisfies Record<string, Preset>;

/** A bank whose statements are known. */
export type PresetName = keyof typeof PRESETS;
