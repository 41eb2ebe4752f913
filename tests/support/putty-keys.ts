/** The passphrase of the encrypted key files below. puttygen 0.78 wrote them, for these tests only. */
export const puttyPassphrase = 'corréct horse';

/** Key files by name. */
export const puttyKeys = {
  'ed25519, version 3': `PuTTY-User-Key-File-3: ssh-ed25519
Encryption: none
Comment: lab: key
Public-Lines: 2
AAAAC3NzaC1lZDI1NTE5AAAAIDd8QzAb4BOsiZU674cEtAGX4ouU6SkvC6Q/wu6g
MNIY
Private-Lines: 1
AAAAILUcegD0mXraEiqLt90q2Y17HSppQIdotLjXAipKfqMp
Private-MAC: b269cd54968e1b53084ab928336593277af27484ea2cbc66c1ebcc41b6c195cb
`,
  'ed25519, version 3, encrypted': `PuTTY-User-Key-File-3: ssh-ed25519
Encryption: aes256-cbc
Comment: lab: key
Public-Lines: 2
AAAAC3NzaC1lZDI1NTE5AAAAIDd8QzAb4BOsiZU674cEtAGX4ouU6SkvC6Q/wu6g
MNIY
Key-Derivation: Argon2id
Argon2-Memory: 1024
Argon2-Passes: 2
Argon2-Parallelism: 2
Argon2-Salt: 13e5b76e54f4d98ff921b6c516a114eb
Private-Lines: 1
RYadetNVfiXXHMwfqkepftxqEtZzSiRWdStJ4AbMiCsNaMLEXXBvxriPPkar/+FG
Private-MAC: c8085ec44a56840acdaf6f282258c1bc59c09ebdfa527b0d74712293a2b7a664
`,
  'ed25519, version 2, encrypted': `PuTTY-User-Key-File-2: ssh-ed25519
Encryption: aes256-cbc
Comment: lab: key
Public-Lines: 2
AAAAC3NzaC1lZDI1NTE5AAAAIDd8QzAb4BOsiZU674cEtAGX4ouU6SkvC6Q/wu6g
MNIY
Private-Lines: 1
7YpBekoFUANl0Mi+/LaTtF9VNm6XXbiwXAA6p0SbShVqHAPib4NrBsfow2hEWck/
Private-MAC: fa26bfe16a8368d4fcfadab2317c61e330b22396
`,
  'ECDSA, version 3, encrypted': `PuTTY-User-Key-File-3: ecdsa-sha2-nistp384
Encryption: aes256-cbc
Comment: lab: key
Public-Lines: 3
AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBESs2GblFF1i
wJuZB0N0CCxzfYCGH5be1WF5vD76Ezgr7Xw/IyBq2DbxzYQvCRTI+oqIk4pv5r1l
Bz+K5EVSoC2mSKgByCE+Vkuo4r8sAZkef9WfSprtH/dUlgT6ihYfDA==
Key-Derivation: Argon2id
Argon2-Memory: 1024
Argon2-Passes: 2
Argon2-Parallelism: 2
Argon2-Salt: e47402c47c6d4b216c9a4aefc71a3ed3
Private-Lines: 2
c7VXKv3tBUUsn8WLxG4/zcZrcUuCLgkrautF+sOgBWx/++T6fQvKArtwnMd2P1r3
/JW16A+uynlQDBunz9fMtg==
Private-MAC: 65880d46d5a742ab7706a2dcbba2751b9daa5319be6ff952b9c43db82e37064d
`,
  'RSA, version 3, encrypted': `PuTTY-User-Key-File-3: ssh-rsa
Encryption: aes256-cbc
Comment: lab: key
Public-Lines: 6
AAAAB3NzaC1yc2EAAAADAQABAAABAQCpWHTrINX4qRmfkF8J4RPE3CKMIB3r414C
Nnf0eO3WyOoN8lQJIVRQyRaanoqJjYh6c3BeaLZBODEAiH4/v/xK63lXOd7qTBAd
TN4V1ZwMzGFp3zfHR5vOUWvsvAtKHeXq92Xn6HKxO6FVUb/KehAnkwGbSJfbaFBJ
OatW7ijNqGP3+HY8b1a3OwL11Url1I0JzT3UzpshVdBhHp0Dxc/W8ZIhPZT4RdmR
RLSGywj1XumqTE6+p/RKFILjCntCUroROnNFV8+XGAMT9JcwCV1CjA0tnsuqKKd7
mPlrAAKEREZeVdkFFqCAkuS2ojdweouVqd42EyDDCHyDD2AIJWHP
Key-Derivation: Argon2id
Argon2-Memory: 1024
Argon2-Passes: 2
Argon2-Parallelism: 2
Argon2-Salt: 452bdf3ff0d072be88f91de9b26435ef
Private-Lines: 14
vxjvZMB+ZEZSdch58hBQL5H6dTREEDYmNFKFrZvrlXPKWtWQDSxveiCI7z+oYzal
bV0ZewYPSD3HjDPOB6SDtDTGOTO7lp2gVtGzkiElJYGDneHCvydkCcXQ+LC8r0dR
TfWEa6ECTBXbrMJXOT2jEjVc7Ix8cgXEFRFk5rps+ALDEjLielzzb7LQmnd9B2gj
6rIJiPXAXPLLj2XyVjVrppKglRP9XsnKPgsqmXiHr2OtaGMim9qP9sI9FggavFIT
cYcUDSZO+vqizqu73ZbIbs5qTG2+iBI9XzlsRW2dkPWOb94+/d9X2qMAgiHzUD7o
+Vf+BRgA4wkv37SZuRYh2Suf2Ul2p4CwEkNsv172j6WiYTuW/p1RulPpbksjaJXG
TwM1Kv5ytObZziZHch1ijg/awt7tdyLcBDrWRkGjxQYNXKAaxWdMLaSs07dgeSBC
24fB5Nl+UQtGz4CJbftQzXFxvR9hwYMX2unU3DCS6MWmoB1BxX4+VborimNPtlor
AK2wuo6SmCEYOdOoG0ftJSbpWjZUlaR2zM4iCb2WFDGO1QsmtntYkUrbUk0izUlm
yijzv0QiQ5ouLlDtDbWx83NSWy0dfJZuMysxnXxqwAdCqtczQA7i6QO8PBZnkjfN
aysf2n6Q2KkXXd/uU+gSHefIKIzPYeFN4H6RqRZH5HFaa9nwuYMJSv9wKkZvHQ2/
mKRi39ta9eehY0NDW9WLOEM1AdR5ia79SyaZP3xrGB9MghYiysJP9x+1Xrd656Vy
WFqUuI82pHqzEsYh2L9AF/dTT72pJtJWJSgZTRI9iSmdRQUggrLD+aGhXg1LPK8y
PXJt24liKYjfxU86dhOLHboKuv07pXdGRQT3lYdIXn4y0fGlcua8tIGYVhBu6VY1
Private-MAC: cc3b7e0eb2fd9b23179388335497651ddb65d6eae4b295d9043b6ea20fc69711
`,
  'RSA, version 2': `PuTTY-User-Key-File-2: ssh-rsa
Encryption: none
Comment: lab: key
Public-Lines: 6
AAAAB3NzaC1yc2EAAAADAQABAAABAQCpWHTrINX4qRmfkF8J4RPE3CKMIB3r414C
Nnf0eO3WyOoN8lQJIVRQyRaanoqJjYh6c3BeaLZBODEAiH4/v/xK63lXOd7qTBAd
TN4V1ZwMzGFp3zfHR5vOUWvsvAtKHeXq92Xn6HKxO6FVUb/KehAnkwGbSJfbaFBJ
OatW7ijNqGP3+HY8b1a3OwL11Url1I0JzT3UzpshVdBhHp0Dxc/W8ZIhPZT4RdmR
RLSGywj1XumqTE6+p/RKFILjCntCUroROnNFV8+XGAMT9JcwCV1CjA0tnsuqKKd7
mPlrAAKEREZeVdkFFqCAkuS2ojdweouVqd42EyDDCHyDD2AIJWHP
Private-Lines: 14
AAABAEtXkREJN1ldtoowu6/UBS0Y+X/ZTCamLi2S2TSZ1ssv8T4KOcwkGXSluppI
/f7ryrQcBvrh4HBM1TRVBcJMIq2cbQxbMWuRMrwudkJFmptxFMf7KUBOgim9POSC
1wz/F0s+DYcreleS3ZjteYRWYTiSJW1WU0Wo98tUToArDllMn7u5IBrycng5ffAk
NX+9ITgb4Ql82nl116BubAyrJOu4QRefZzWVCd03MzBCRf/bKwhLVtoAuS1CbSD1
QQ3PO7EIlzdZ2G0N53VDxaQSBEHmSx48/keoQyb0HItoi/OVv1whmZVn3BuRiyDE
/WaT9skdsU2it57MmZ9U03MAhv0AAACBANwJmS2uckAU75QCD0jtF0V/GDeFEpTi
MFn8/L/509L4bPNl0AHHIA6hft/adxDcV+EmxUCW3EA8u4EwEoACCQiLsXxDtG9p
kebDA+1kS251S7W2rh32ijKzwS4xCFmHO/uxmHJ/MOpiu7gYM4TD0HuOD4SwLxJL
a53jlnig55ATAAAAgQDFBeYxSGqNdavQOB6MIfSbO/EXUJ4o7u0NAymHSOU9Es0D
Eefc6H3kBv/bo+9L57oS8dOCaDnzc7PvygM3GUj29sM2gw7LnS3rt8pM4SnbXSGs
XbFL1usO3/NDBO1fDTvkRF1eUFPFkMAklAA4DKN7uAkGhPJjMFKKJvAWsF+21QAA
AIAmyRviV6ZMJFVfn2bDpkyUEpd7bpmAdAeN6LVXhyq4awyjL9fBv8Lji+NmDlpY
3+I5p/s2w5+wBFqTQE0gVercZXk8/KyD66uC+w0F26nQCIdYLmIoSMWD2MfB/9jL
W/DjPlv4LSq5dIHkrJeBtUM3g5BPQ6hnkMPr7bZrAS1c6g==
Private-MAC: cae05923d5bd5209987a3c75d90e2348f0bcfa5b
`,
} as const;
